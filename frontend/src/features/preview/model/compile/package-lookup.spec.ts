import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageProblem } from '@studio/contract/packages/package-routes';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { Compiled, CompileTarget } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';
import { settled, virtualTime } from '@/testing/virtual-time.ts';
import { createPackageLookup, isTypingOne, type PackageResult } from './package-lookup.ts';

const target: CompileTarget = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true };
const project = (js: string, packages?: PackageVersions): Source => ({
  html: '',
  css: '',
  js,
  frameworkConfig: { ...defaultFrameworkConfig, ...(packages && { packages }) },
});
const problem = (specifier: string, code: PackageProblem['code']): PackageProblem => ({
  specifier,
  code,
  message: `Something is wrong with ${specifier}.`,
  suggestions: [],
});

/** The compile result of a script that contains only imports. */
function compiled({ js, frameworkConfig }: Source, { packageProblems = [] }: CompileTarget): Compiled {
  const packageImports = [...js.matchAll(/import "([^"]+)"/g)].map(([, specifier = '']) => specifier);
  const typed = [...js.matchAll(/type "([^"]+)"/g)].map(([, specifier = '']) => specifier);
  const typePackages = typed.filter((each) => !frameworkConfig.packages?.[nameOf(each)]);
  const missingPackages = packageImports.filter((each) => !frameworkConfig.packages?.[nameOf(each)]);
  const problems = packageProblems.map(({ message }) => ({
    language: 'js' as const,
    severity: 'error' as const,
    message,
    line: 1,
    column: 1,
  }));
  const document = { beforeCss: js, css: '', afterCss: '' } as NonNullable<Compiled['document']>;
  return {
    html: js,
    document,
    styles: { js: ['', ''], css: ['', ''] },
    isMarkupBroken: false,
    isScriptBroken: false,
    packageImports,
    typePackages,
    missingPackages,
    problems,
  };
}

const nameOf = (specifier: string) => specifier.split(/[/@]/)[0] ?? '';

/**
 * A package server that has all packages but `nothing` and `three/wrong`; `three/physics` needs another package. Its
 * registry may be away, for all packages or for one, or the server itself silent.
 */
function setUp() {
  const asked: string[][] = [];
  const added: PackageVersions[] = [];
  const slow: boolean[] = [];
  const shown: string[] = [];
  const reruns: boolean[] = [];
  const time = virtualTime();
  const server = { away: false, awayFor: '', silent: false, held: null as Promise<void> | null };
  let latest: Source | null = null;
  const lookup = createPackageLookup({
    before: null,
    async ask({ frameworkConfig }, imports): Promise<PackageResult> {
      asked.push([...imports]);
      await server.held;
      const packages = { ...frameworkConfig.packages };
      const problems: PackageProblem[] = [];
      if (server.silent) return { isAnswered: false, packages, problems };
      for (const specifier of imports) {
        const name = nameOf(specifier);
        if (server.away || server.awayFor === name) problems.push(problem(specifier, 'registry_unavailable'));
        else if (name === 'nothing') problems.push(problem(specifier, 'unknown_package'));
        else if (specifier === 'three/wrong') problems.push(problem(specifier, 'unknown_path'));
        else packages[name] ??= '1.0.0';
        if (specifier === 'three/physics') packages['rapier'] ??= '2.0.0';
      }
      return { isAnswered: true, packages, problems };
    },
    time,
    onPackages: (packages) => added.push(packages),
    onSlow: (isSlow) => slow.push(isSlow),
  });
  /** Shows a project; resolves to the versions it is shown with and its problems. */
  async function show(source: Source) {
    latest = source;
    const made = await lookup.compile({
      source,
      target,
      isLatest: () => latest === source,
      compile: async (given, how) => compiled(given, how),
      again(rerun) {
        shown.push('again');
        reruns.push(rerun);
      },
    });
    if (!made) return null;
    const messages = made.compiled.problems.map(({ severity, message }) => `${severity}: ${message}`);
    return { packages: made.source.frameworkConfig.packages, messages };
  }
  return { show, asked, added, slow, shown, reruns, time, server };
}

describe('an import of a package that a project has no version of', () => {
  it('is looked up before the project is shown, which runs with the version that is found', async () => {
    const { show, asked, added } = setUp();
    expect(await show(project('import "three"'))).toEqual({ packages: { three: '1.0.0' }, messages: [] });
    expect(asked).toEqual([['three']]);
    expect(added).toEqual([{ three: '1.0.0' }]);
  });

  it('is asked for once, whatever else is written', async () => {
    const { show, asked, added } = setUp();
    await show(project('import "three"'));
    await show(project('import "three"; go()'));
    await show(project('import "three"; go()', { three: '1.0.0' }));
    expect(asked).toHaveLength(1);
    // A project that was only viewed until now may be changed.
    expect(added).toHaveLength(2);
  });

  it('never changes a version that the project has', async () => {
    const { show } = setUp();
    const packages = { three: '0.1.0' };
    expect(await show(project('import "three"; import "d3"', packages))).toMatchObject({
      packages: { three: '0.1.0', d3: '1.0.0' },
    });
  });

  it('is an error where there is no such package, and the rest is there', async () => {
    const { show } = setUp();
    expect(await show(project('import "nothing"; import "three"'))).toEqual({
      packages: { three: '1.0.0' },
      messages: ['error: Something is wrong with nothing.'],
    });
  });

  it('shows that it takes more than a second', async () => {
    const { show, server, slow, time } = setUp();
    const held = Promise.withResolvers<void>();
    server.held = held.promise;
    const shown = show(project('import "three"'));
    await settled();
    await time.pass(1_000);
    expect(slow).toEqual([true]);
    held.resolve();
    await shown;
    expect(slow).toEqual([true, false]);
  });

  it('that cannot be answered is asked for again with a change ten seconds later', async () => {
    const { show, server, asked, time } = setUp();
    server.away = true;
    const js = 'import "three"';
    expect(await show(project(js))).toMatchObject({ messages: ['error: Something is wrong with three.'] });
    server.away = false;
    expect(await show(project(`${js};`))).toMatchObject({
      messages: ['error: Something is wrong with three.'],
    });
    expect(asked).toHaveLength(1);
    await time.pass(10_000);
    expect(await show(project(`${js};;`))).toMatchObject({ packages: { three: '1.0.0' }, messages: [] });
  });

  it('that cannot be answered is asked for without a change as well, less and less often', async () => {
    const { show, server, asked, shown, time } = setUp();
    server.away = true;
    const source = project('import "three"');
    expect((await show(source))?.messages).toHaveLength(1);
    const pauses = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000];
    for (const [before, pause] of pauses.entries()) {
      await time.pass(pause - 1);
      expect(asked).toHaveLength(1 + before);
      await time.pass(1);
      await settled();
      expect(asked).toHaveLength(2 + before);
    }
    // Showing it again would only restart it.
    expect(shown).toEqual([]);
    server.away = false;
    await time.pass(300_000);
    await settled();
    expect(shown).toEqual(['again']);
    expect(await show(source)).toEqual({ packages: { three: '1.0.0' }, messages: [] });
    await time.pass(600_000);
    expect(shown).toEqual(['again']);
  });

  it('is there as soon as it is found, while another one still cannot be answered', async () => {
    const { show, server, shown, time } = setUp();
    server.away = true;
    const source = project('import "three"; import "d3"');
    expect((await show(source))?.messages).toHaveLength(2);
    Object.assign(server, { away: false, awayFor: 'three' });
    await time.pass(10_000);
    await settled();
    expect(shown).toEqual(['again']);
    const messages = ['error: Something is wrong with three.'];
    expect(await show(source)).toEqual({ packages: { d3: '1.0.0' }, messages });
    await time.pass(10_000);
    await settled();
    // Nothing has changed since.
    expect(shown).toEqual(['again']);
    server.away = true;
    await time.pass(20_000);
    await settled();
    // What was found once runs on.
    expect(shown).toEqual(['again']);
    Object.assign(server, { away: false, awayFor: '' });
    await time.pass(40_000);
    await settled();
    expect(shown).toEqual(['again', 'again']);
    expect(await show(source)).toEqual({ packages: { three: '1.0.0', d3: '1.0.0' }, messages: [] });
  });

  it('that cannot be answered is not asked for by a project that has changed since', async () => {
    const { show, server, asked, shown, time } = setUp();
    server.away = true;
    await show(project('import "three"'));
    await show(project('three();'));
    await time.pass(300_000);
    expect(asked).toHaveLength(1);
    expect(shown).toEqual([]);
  });

  it('waits for the end of a name that is being typed', async () => {
    const { show, asked, time } = setUp();
    await show(project('import ""'));
    const first = show(project('import "d"'));
    await settled();
    const second = show(project('import "d3"'));
    await settled();
    await time.pass(799);
    expect(asked).toEqual([]);
    await time.pass(1);
    expect(await first).toBeNull();
    expect(await second).toMatchObject({ packages: { d3: '1.0.0' } });
    expect(asked).toEqual([['d3']]);
  });
});

describe('an import of a package that a project has', () => {
  it('is shown at once, and once more only where the studio lacks that version', async () => {
    const { show, asked, shown } = setUp();
    const packages = { three: '0.1.0' };
    expect(await show(project('import "three"', packages))).toEqual({ packages, messages: [] });
    await settled();
    expect(asked).toEqual([['three']]);
    expect(shown).toEqual([]);
  });

  it('with a path is shown at once, and once more where that is wrong', async () => {
    const { show, asked, shown } = setUp();
    const source = project('import "three/wrong"', { three: '0.1.0' });
    expect(await show(source)).toMatchObject({ messages: [] });
    await settled();
    expect(shown).toEqual(['again']);
    expect(await show(source)).toMatchObject({ messages: ['error: Something is wrong with three/wrong.'] });
    expect(asked).toHaveLength(1);
  });

  it('is checked later if the studio does not answer, and shown once more only where the path is wrong', async () => {
    const { show, server, asked, shown, time } = setUp();
    server.silent = true;
    const wrong = project('import "three/wrong"', { three: '0.1.0' });
    expect(await show(wrong)).toMatchObject({ messages: [] });
    await settled();
    server.silent = false;
    await time.pass(10_000);
    await settled();
    expect(asked).toHaveLength(2);
    expect(shown).toEqual(['again']);
    expect(await show(wrong)).toMatchObject({ messages: ['error: Something is wrong with three/wrong.'] });
    server.silent = true;
    await show(project('import "three"', { three: '0.1.0' }));
    await settled();
    server.silent = false;
    await time.pass(10_000);
    await settled();
    expect(asked).toHaveLength(4);
    // What runs is not restarted.
    expect(shown).toEqual(['again']);
  });

  it('that could not be had for a while is run again once it can', async () => {
    const { show, server, reruns, time } = setUp();
    server.away = true;
    const source = project('import "three"', { three: '0.1.0' });
    await show(source);
    await settled();
    // Its page is the same, and the browser may have the modules.
    expect(reruns).toEqual([false]);
    await show(source);
    server.away = false;
    await time.pass(10_000);
    await settled();
    expect(reruns).toEqual([false, true]);
  });

  it('is checked with a change ten seconds later if the studio does not answer', async () => {
    const { show, server, asked, shown, time } = setUp();
    server.silent = true;
    const change = (text: string) => show(project(`import "three/wrong"${text}`, { three: '0.1.0' }));
    await change('');
    await settled();
    await change(';');
    server.silent = false;
    await time.pass(9_999);
    await change(';;');
    expect(asked).toHaveLength(1);
    await time.pass(1);
    await change(';;;');
    await settled();
    expect(asked).toHaveLength(2);
    expect(shown).toEqual(['again']);
  });
});

it('another path of a package that a project has runs with what it needs besides', async () => {
  const { show, asked, added, shown } = setUp();
  const source = project('import "three/physics"', { three: '1.0.0' });
  await show(source);
  await settled();
  expect(shown).toEqual(['again']);
  const packages = { three: '1.0.0', rapier: '2.0.0' };
  expect(await show(source)).toEqual({ packages, messages: [] });
  expect(added).toEqual([packages]);
  await show(project('import "three/physics"', packages));
  await settled();
  expect(asked).toHaveLength(1);
  expect(shown).toEqual(['again']);
});

it.each([
  ['import "d"', 'import "d3"', true],
  ["import { a } from 'd3-s'", "import { a } from 'd3-sc'", true],
  ['import "d3s"', 'import "d3"', true],
  ['', 'import "d3"', true],
  ['import ', 'import "d3"', true],
  ['import "d3"', 'import "d3"; import "d3-sc"', true],
  ['', 'import "d3";', false],
  ['', 'import "d3"\n', false],
  ['import "d3', 'import "d3"', false],
  ['import "d3"', 'import "d3";', false],
  ['import "d3"; a', 'import "d3"; ab', false],
  ['import "d3"; "a"', 'import "d3"; "ab"', false],
])('from %j to %j a name is being typed: %s', (before, now, expected) => {
  expect(isTypingOne(['d3', 'd3-sc/*.css'], project(before), project(now))).toBe(expected);
});

describe('a package that only types use', () => {
  it('is looked up while the project is shown, and its version added', async () => {
    const { show, asked, added, slow } = setUp();
    const source = project('type "three"');
    expect(await show(source)).toEqual({ packages: undefined, messages: [] });
    await settled();
    expect([asked, added, slow]).toEqual([[['three']], [{ three: '1.0.0' }], []]);
  });

  it('is looked up once, and has no problems, where nobody knows it', async () => {
    const { show, asked, added, shown } = setUp();
    const source = project('type "nothing"');
    for (const again of [source, { ...source }, { ...source }]) {
      expect(await show(again)).toEqual({ packages: undefined, messages: [] });
      await settled();
    }
    expect([asked, added, shown]).toEqual([[['nothing']], [], []]);
  });
});
