import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Compiled, CompileTarget } from '@studio/engine/compile';
import { virtualTime } from '@/testing/virtual-time.ts';
import { type CompileRequest, type CompileResponse, createCompiler, LoadError } from './compiler.ts';

const target: CompileTarget = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true };
const page = (name: string): Compiled => ({
  document: { beforeCss: name, css: '', afterCss: '' } as NonNullable<Compiled['document']>,
  html: '',
  styles: { js: ['', ''], css: ['', ''] },
  isMarkupBroken: false,
  isScriptBroken: false,
  packageImports: [],
  typePackages: [],
  missingPackages: [],
  problems: [],
});

/** A fake worker: it records its requests and answers when the test does. */
class FakeWorker extends EventTarget {
  asked: string[] = [];
  ended = false;
  postMessage({ source }: CompileRequest): void {
    this.asked.push(source.html);
  }
  terminate(): void {
    this.ended = true;
  }
  respond(...responses: CompileResponse[]): void {
    for (const data of responses) this.dispatchEvent(new MessageEvent('message', { data }));
  }
  finish(name: string): void {
    this.respond({ kind: 'loaded' }, { kind: 'compiled', compiled: page(name) });
  }
}

function setUp() {
  const workers: FakeWorker[] = [];
  const slow: boolean[] = [];
  const time = virtualTime();
  const compiler = createCompiler({
    startWorker() {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    time,
    onSlow: (isSlow) => slow.push(isSlow),
  });
  const sourceOf = (html: string, cssFramework: 'none' | 'scss' = 'none') => ({
    html,
    css: '',
    js: '',
    frameworkConfig: { ...defaultFrameworkConfig, cssFramework },
  });
  const compile = (html: string, cssFramework?: 'none' | 'scss') =>
    compiler.compile(sourceOf(html, cssFramework), target);
  const compileAhead = (html: string) => compiler.compileAhead(sourceOf(html), target, []);
  const worker = (index: number) => workers[index] ?? new FakeWorker();
  return { compile, compileAhead, worker, workers, slow, time, compiler };
}

describe('compiling beside the page', () => {
  it('takes one project at a time, and of those that wait the newest', async () => {
    const { compile, worker } = setUp();
    const responses = [compile('a'), compile('b'), compile('c')];
    expect(worker(0).asked).toEqual(['a']);
    worker(0).finish('a');
    expect(worker(0).asked).toEqual(['a', 'c']);
    worker(0).finish('c');
    expect(await Promise.all(responses)).toEqual([page('a'), null, page('c')]);
  });

  it('answers at once what was compiled before, and drops what is older', async () => {
    const { compile, worker } = setUp();
    const first = compile('a');
    worker(0).finish('a');
    await first;
    const second = compile('b');
    expect(await compile('a')).toEqual(page('a'));
    worker(0).finish('b');
    expect(await second).toBeNull();
    expect(worker(0).asked).toEqual(['a', 'b']);
  });

  it('ends a compile of over half a second for a newer one, whichever of the two comes later', async () => {
    const { compile, worker, workers, time } = setUp();
    const first = compile('a');
    worker(0).respond({ kind: 'loaded' });
    await time.pass(400);
    const second = compile('b');
    expect(worker(0).ended).toBe(false);
    await time.pass(100);
    expect(worker(0).ended).toBe(true);
    expect(await first).toBeNull();
    worker(1).respond({ kind: 'loaded' });
    await time.pass(600);
    const third = compile('c');
    expect(worker(1).ended).toBe(true);
    worker(2).finish('c');
    expect(await Promise.all([second, third])).toEqual([null, page('c')]);
    expect(workers).toHaveLength(3);
  });

  it('goes on with what is asked once more, for whoever asked last', async () => {
    const { compile, worker, workers, time } = setUp();
    const first = compile('a');
    worker(0).respond({ kind: 'loaded' });
    await time.pass(3_000);
    const second = compile('a');
    expect(await first).toBeNull();
    await time.pass(2_000);
    expect(await second).toMatchObject({ document: null });
    expect(workers).toHaveLength(1);
  });

  it('waits for compilers to load, however long that takes', async () => {
    const { compile, worker, time } = setUp();
    const first = compile('a');
    await time.pass(20_000);
    void compile('b');
    expect(worker(0).ended).toBe(false);
    worker(0).finish('a');
    expect(await first).toEqual(page('a'));
  });

  it.each([
    ['none', 'js'],
    ['scss', 'css'],
  ] as const)(
    'stops after 5 seconds, says so in the pane, and starts anew (%s)',
    async (framework, language) => {
      const { compile, worker, time } = setUp();
      const endless = compile('a', framework);
      worker(0).respond({ kind: 'loaded' });
      await time.pass(5_000);
      expect(worker(0).ended).toBe(true);
      expect(await endless).toMatchObject({
        document: null,
        problems: [{ language, message: expect.stringMatching(/^Compiling took longer than 5 seconds/) }],
      });
      const again = compile('a', framework);
      worker(1).finish('a');
      expect(await again).toEqual(page('a'));
    },
  );

  it('survives a worker that fails, and one that was ended and speaks once more', async () => {
    const { compile, worker } = setUp();
    const first = compile('a');
    worker(0).dispatchEvent(new Event('error'));
    await expect(first).rejects.toThrow(new LoadError('the compilers could not be loaded'));
    const second = compile('b');
    worker(0).finish('a');
    worker(1).finish('b');
    expect(await second).toEqual(page('b'));
  });

  it('says whether it failed in loading its compilers, or in its work', async () => {
    const { compile, worker } = setUp();
    const first = compile('a').catch((error: unknown) => error);
    worker(0).respond({ kind: 'fault', fault: 'no such chunk' });
    expect(await first).toBeInstanceOf(LoadError);
    // A worker of older browsers would not fetch the module again.
    expect(worker(0).ended).toBe(true);
    const second = compile('b').catch((error: unknown) => error);
    worker(1).respond({ kind: 'loaded' }, { kind: 'fault', fault: 'ours' });
    expect(await second).not.toBeInstanceOf(LoadError);
    const third = compile('c').catch((error: unknown) => error);
    worker(1).respond({ kind: 'loaded' }, { kind: 'loading' }, { kind: 'fault', fault: 'no such chunk' });
    expect(await third).toBeInstanceOf(LoadError);
  });

  it('waits also for another compiler that the code turns out to need', async () => {
    const { compile, worker, slow, time } = setUp();
    const first = compile('a');
    worker(0).respond({ kind: 'loaded' });
    await time.pass(400);
    worker(0).respond({ kind: 'loading' });
    const second = compile('b');
    await time.pass(9_999);
    expect(slow).toEqual([true]);
    expect(worker(0).ended).toBe(false);
    worker(0).respond({ kind: 'loaded' });
    await time.pass(499);
    expect(worker(0).ended).toBe(false);
    worker(0).respond({ kind: 'compiled', compiled: page('a') });
    expect(await first).toEqual(page('a'));
    expect(slow).toEqual([true, false]);
    worker(0).finish('b');
    expect(await second).toEqual(page('b'));
  });

  it.each([9_000, 11_000])(
    'has newer code, %i ms later, wait for it no longer than 10 seconds',
    async (pause) => {
      const { compile, worker, time } = setUp();
      const first = compile('a');
      worker(0).respond({ kind: 'loaded' }, { kind: 'loading' });
      await time.pass(pause);
      const second = compile('b');
      await time.pass(1_000);
      expect(await first).toBeNull();
      expect(worker(0).ended).toBe(true);
      worker(1).finish('b');
      expect(await second).toEqual(page('b'));
    },
  );

  it('counts those seconds anew once it has loaded', async () => {
    const { compile, worker, time } = setUp();
    const first = compile('a');
    worker(0).respond({ kind: 'loaded' }, { kind: 'loading' });
    await time.pass(11_000);
    worker(0).respond({ kind: 'loaded' });
    void compile('b');
    await time.pass(499);
    expect(worker(0).ended).toBe(false);
    worker(0).respond({ kind: 'compiled', compiled: page('a') });
    expect(await first).toEqual(page('a'));
  });

  it('ends what takes longer than 5 seconds after that', async () => {
    const { compile, worker, time } = setUp();
    const endless = compile('a');
    worker(0).respond({ kind: 'loaded' }, { kind: 'loading' });
    await time.pass(20_000);
    worker(0).respond({ kind: 'loaded' });
    await time.pass(4_999);
    expect(worker(0).ended).toBe(false);
    await time.pass(1);
    expect(await endless).toMatchObject({ document: null });
  });

  it('passes a fault of ours on and goes on', async () => {
    const { compile, worker } = setUp();
    const first = compile('a');
    worker(0).respond({ kind: 'loaded' }, { kind: 'fault', fault: 'ours' });
    await expect(first).rejects.toThrow('ours');
    const second = compile('b');
    worker(0).finish('b');
    expect(await second).toEqual(page('b'));
  });

  it('reports when a compile takes longer than a second, and when it has ended', async () => {
    const { compile, worker, slow, time } = setUp();
    const first = compile('a');
    await time.pass(999);
    expect(slow).toEqual([]);
    await time.pass(1);
    expect(slow).toEqual([true]);
    worker(0).finish('a');
    await first;
    expect(slow).toEqual([true, false]);
    const second = compile('b');
    worker(0).finish('b');
    await second;
    await time.pass(10_000);
    expect(slow).toEqual([true, false]);
  });

  it('compiles ahead after a pause, and has the page when it is asked for', async () => {
    const { compile, compileAhead, worker, time } = setUp();
    compileAhead('a');
    await time.pass(74);
    compileAhead('ab');
    await time.pass(74);
    expect(worker(0).asked).toEqual([]);
    await time.pass(1);
    worker(0).finish('ab');
    expect(await compile('ab')).toEqual(page('ab'));
    expect(worker(0).asked).toEqual(['ab']);
  });

  it('goes on with what it compiles ahead when just that is asked for', async () => {
    const { compile, compileAhead, worker, time } = setUp();
    compileAhead('a');
    await time.pass(75);
    const asked = compile('a');
    worker(0).finish('a');
    expect(await asked).toEqual(page('a'));
    expect(worker(0).asked).toEqual(['a']);
  });

  it('begins the earlier the longer the last compile took, so that the page is there in time', async () => {
    const { compile, compileAhead, worker, time } = setUp();
    void compile('a');
    worker(0).respond({ kind: 'loaded' });
    await time.pass(60);
    worker(0).respond({ kind: 'compiled', compiled: page('a') });
    compileAhead('ab');
    await time.pass(14);
    expect(worker(0).asked).toEqual(['a']);
    await time.pass(1);
    expect(worker(0).asked).toEqual(['a', 'ab']);
  });

  it('compiles ahead only once nobody waits for anything else, and of several the newest', async () => {
    const { compile, compileAhead, worker, time } = setUp();
    const asked = compile('a');
    compileAhead('b');
    await time.pass(75);
    compileAhead('c');
    await time.pass(75);
    expect(worker(0).asked).toEqual(['a']);
    worker(0).finish('a');
    expect(await asked).toEqual(page('a'));
    expect(worker(0).asked).toEqual(['a', 'c']);
  });

  it('gives up what waits to be compiled ahead for what is asked for', async () => {
    const { compile, compileAhead, worker, time } = setUp();
    void compile('a');
    compileAhead('b');
    await time.pass(75);
    const asked = compile('c');
    worker(0).finish('a');
    worker(0).finish('c');
    expect(await asked).toEqual(page('c'));
    expect(worker(0).asked).toEqual(['a', 'c']);
  });

  it('compiles nothing ahead where it would take longer than an edit waits', async () => {
    const { compile, compileAhead, worker, time } = setUp();
    const slow = compile('a');
    worker(0).respond({ kind: 'loaded' });
    await time.pass(151);
    worker(0).respond({ kind: 'compiled', compiled: page('a') });
    expect(await slow).toEqual(page('a'));
    compileAhead('b');
    await time.pass(10_000);
    expect(worker(0).asked).toEqual(['a']);
  });

  it('ends with the preview', async () => {
    const { compile, worker, compiler } = setUp();
    const both = [compile('a'), compile('b')];
    compiler.destroy();
    expect(await Promise.all(both)).toEqual([null, null]);
    expect(worker(0).ended).toBe(true);
  });
});
