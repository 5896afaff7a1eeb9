import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { reactGate } from './injected-scripts.js';

const script = reactGate(['/lib/react.js', '/lib/react-dom.js']).replace(/^<script>|<\/script>$/g, '');

/** Runs the gate in a page that has this on its window. */
function open(page: object) {
  const written: string[] = [];
  const loaded: string[] = [];
  const waits: [retry: () => void, ms: number][] = [];
  const errors: string[] = [];
  runInNewContext(script, {
    window: page,
    document: {
      write: (html: string) => written.push(html),
      createElement: () => ({}),
      head: {
        append(element: { src: string; onerror: () => void }) {
          loaded.push(element.src);
          element.onerror();
        },
      },
    },
    console: { error: (message: string) => errors.push(message) },
    setTimeout: (retry: () => void, ms: number) => waits.push([retry, ms]),
  });
  return { written, loaded, waits, errors };
}

describe('SPEC 8: the gate before a React project’s script', () => {
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
    expect(loaded).toEqual(['/lib/react.js', '/lib/react-dom.js']);
    expect(errors).toEqual(['Preview Error: React libraries are not loaded']);
    expect(waits).toHaveLength(1);
  });
});
