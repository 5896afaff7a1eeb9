/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PackProgress } from './export-project.ts';
import { fetchAssets } from './fetch-assets.ts';

/** Once a client has left `chunks.bin`. */
const { promise: left, resolve: leave } = Promise.withResolvers<void>();

/** A studio's files, some of which fail. It answers requests for `held` ones four at a time, for `later` ones when `left`. */
const server = createServer(({ url = '' }, response) => {
  const name = url.split('/').at(-1) ?? '';
  const begin = () => response.writeHead(200, { 'Content-Type': 'image/png' });
  if (name === 'gone.png') response.writeHead(404).end();
  else if (name === 'away.png') response.writeHead(503).end();
  else if (name === 'silent.png') begin().write('begun');
  else if (name === 'slow.png') {
    begin().write('slow');
    setTimeout(() => response.write(' but'), 1_600);
    setTimeout(() => response.end(' sure'), 3_200);
  } else if (name === 'chunks.bin') {
    begin().write('ten bytes.', () => response.write('and more'));
    response.on('close', leave);
  } else if (name.startsWith('later')) void left.then(() => begin().end(name));
  else if (name === 'cut.png') begin().write('cut', () => response.destroy());
  else if (name.endsWith('.css')) begin().end(sheets[name]);
  else if (name.startsWith('held')) hold(() => begin().end(name));
  else begin().end(name);
});
/** Style sheets, with the files that they name. */
const sheets: Record<string, string> = {
  'top.css': '@import "/assets/kkkkkkkkkkkkkkkk/left.css"; @import "/assets/kkkkkkkkkkkkkkkk/right.css"',
  'left.css': '@import "/assets/kkkkkkkkkkkkkkkk/low.css"',
  'right.css': '@import "/assets/kkkkkkkkkkkkkkkk/low.css"; a { b: url(/assets/kkkkkkkkkkkkkkkk/gone.png) }',
  'low.css': '@import "/assets/kkkkkkkkkkkkkkkk/top.css"; a { b: url(/assets/kkkkkkkkkkkkkkkk/a.png) }',
};
const held: (() => void)[] = [];
let maxHeld = 0;
let origin: string;

function hold(respond: () => void): void {
  held.push(respond);
  maxHeld = Math.max(maxHeld, held.length);
  if (held.length === 4) setTimeout(() => held.splice(0).forEach((each) => each()), 20);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (name: string) => `${origin}/assets/kkkkkkkkkkkkkkkk/${name}`;
/** The stall timeout must exceed the time that a busy machine may take to begin another download. */
const limits = { stallTimeoutMs: 3_000, room: 1_000, files: 100 };

describe('fetching the files of a project', () => {
  it('gets them in the order of their addresses, with their types', async () => {
    const { got, missing } = await fetchAssets(origin, [at('b.png'), at('a.png')], () => {}, limits);
    expect([...got.keys()]).toEqual([at('b.png'), at('a.png')]);
    expect(got.get(at('a.png'))).toEqual({ bytes: new TextEncoder().encode('a.png'), type: 'image/png' });
    expect(missing.size).toBe(0);
  });

  it.each([
    ['gone.png', 'the file does not exist or was deleted.'],
    ['away.png', 'the server answered with an error (503).'],
    ['silent.png', 'the download stalled for 3 seconds.'],
    ['cut.png', 'the connection failed.'],
  ])('goes on without %s, and says why', async (name, reason) => {
    const { got, missing } = await fetchAssets(origin, [at(name), at('a.png')], () => {}, limits);
    expect([...missing]).toEqual([[at(name), reason]]);
    expect([...got.keys()]).toEqual([at('a.png')]);
  });

  it('waits for a slow download as long as it moves', async () => {
    const { got } = await fetchAssets(origin, [at('slow.png')], () => {}, limits);
    expect(new TextDecoder().decode(got.get(at('slow.png'))?.bytes)).toBe('slow but sure');
  });

  it('leaves out what would make the package too large', async () => {
    const names = [at('one---.png'), at('two---.png'), at('three-.png')];
    const { got, missing } = await fetchAssets(origin, names, () => {}, { ...limits, room: 25 });
    expect(got.size).toBe(2);
    expect([...missing.values()]).toEqual(['the package would be too large with it.']);
  });

  it('leaves out no other files for one that turns out not to fit', async () => {
    const names = ['chunks.bin', 'later1', 'later2'].map(at);
    const { got, missing } = await fetchAssets(origin, names, () => {}, { ...limits, room: 13 });
    expect([...got.keys()]).toEqual([at('later1'), at('later2')]);
    expect([...missing.keys()]).toEqual([at('chunks.bin')]);
  });

  it('gets what they name, and what that names, each once', async () => {
    const reported: PackProgress[] = [];
    const { got, missing } = await fetchAssets(
      origin,
      [at('top.css')],
      (progress) => reported.push(progress),
      limits,
    );
    expect([...got.keys()]).toEqual(['top.css', 'left.css', 'right.css', 'low.css', 'a.png'].map(at));
    expect([...missing.keys()]).toEqual([at('gone.png')]);
    expect(reported.at(-1)).toMatchObject({ fetched: 6, of: 6 });
  });

  it('leaves out what would be too many files, and says why', async () => {
    const { got, missing } = await fetchAssets(origin, [at('top.css')], () => {}, { ...limits, files: 2 });
    expect([...got.keys()]).toEqual([at('top.css'), at('left.css')]);
    expect([...missing]).toEqual([
      [at('right.css'), 'the package would have too many files with it.'],
      [at('low.css'), 'the package would have too many files with it.'],
    ]);
  });

  it('requests four at a time, and reports its progress', async () => {
    const reported: PackProgress[] = [];
    const names = Array.from({ length: 20 }, (_, index) => at(`held${10 + index}.png`));
    await fetchAssets(origin, names, (progress) => reported.push(progress), {
      ...limits,
      stallTimeoutMs: 60_000,
    });
    expect(maxHeld).toBe(4);
    expect(reported.at(-1)).toEqual({ fetched: 20, of: 20, bytes: 200 });
    const steps = reported.map(({ fetched }) => fetched);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  });
});
