import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { defaultLoopTime } from '@studio/contract/durations';
import { penTimer, reactGate } from './injected-scripts.js';
import { loopHook } from './loop-hook.js';

const script = reactGate(['/lib/react.js', '/lib/react-dom.js']).replace(/^<script>|<\/script>$/g, '');

/** Runs the gate in a page with these globals. */
function open(page: object) {
  const written: string[] = [];
  const loaded: string[] = [];
  const waits: [retry: () => void, ms: number][] = [];
  const errors: string[] = [];
  runInNewContext(script, {
    window: { ...page, URL },
    // A constant of the project, which is not a property of the window.
    URL: 'https://api.example',
    location: 'https://page.example/path',
    document: {
      write: (html: string) => written.push(html),
      createElement: () => ({}),
      head: {
        append(element: { src: URL; onerror: () => void }) {
          loaded.push(element.src.href);
          element.onerror();
        },
      },
    },
    console: { error: (message: string) => errors.push(message) },
    setTimeout: (retry: () => void, ms: number) => waits.push([retry, ms]),
  });
  return { written, loaded, waits, errors };
}

describe('the gate before a React project’s script', () => {
  it('does nothing where React is there', () => {
    const { written, waits } = open({ React: {}, ReactDOM: {} });
    expect([written, waits]).toEqual([[], []]);
  });

  it('loads the libraries once more after 100 ms, then says that they are missing', () => {
    const { written, loaded, waits, errors } = open({});
    expect(written).toEqual(["<script type='text/studio-late'>"]);
    expect(waits.map(([, ms]) => ms)).toEqual([100]);
    expect(loaded).toEqual([]);
    waits[0]?.[0]();
    expect(loaded).toEqual(['https://page.example/lib/react.js', 'https://page.example/lib/react-dom.js']);
    expect(errors).toEqual(['Preview Error: React libraries are not loaded']);
    expect(waits).toHaveLength(1);
  });
});

/** Runs a page's code after the markup that the engine adds for it. */
function run(js: string, guard?: { limit: number }): unknown {
  const page: Record<string, unknown> = { [loopHook]: guard };
  page['window'] = page;
  const [, script = ''] = /^<script>([^\n<]*)<\/script>$/.exec(penTimer({ html: '', js })) ?? [];
  return runInNewContext(`${script};${js}`, page);
}

it('code as CodePen exports it runs', () => {
  const js =
    'let n = 0; while (n < 3) { if (window.CP.shouldStopExecution(0)) break; n++ } window.CP.exitedLoop(0); n';
  expect(run(js)).toBe(3);
});

it.each([
  ['raises the limit of the guard', '9_000', 9_000],
  ['lowers it', '300', 300],
  ['raises it no further than half a minute', '1e9', 30_000],
  ['leaves it where it is no time', '"soon"', defaultLoopTime],
])('MAX_TIME_IN_LOOP_WO_EXIT %s', (_what, value, limit) => {
  const guard = { limit: defaultLoopTime };
  run(`window.CP.PenTimer.MAX_TIME_IN_LOOP_WO_EXIT = ${value}`, guard);
  expect(guard.limit).toBe(limit);
});

it('a page may have a CP of its own, and one that does not mention it gets nothing', () => {
  expect(run('const CP = 1; CP')).toBe(1);
  expect(run('var CP = 2; CP')).toBe(2);
  expect(penTimer({ html: '<p>', js: 'CPU()' })).toBe('');
  expect(penTimer({ html: '<script>CP.PenTimer</script>', js: '' })).not.toBe('');
});
