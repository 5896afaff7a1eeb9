/** @jest-environment node */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PackProgress } from './export-project.ts';
import { packageReader } from './package-reader.ts';

/** A studio that answers requests for files six at a time, except for those that it does not have. */
const server = createServer(({ url = '' }, response) => {
  if (url.includes('gone')) response.writeHead(404).end('This studio has no such file');
  else if (url.includes('away')) response.writeHead(502).end();
  else hold(response);
});
const held: ServerResponse[] = [];
let maxHeld = 0;
let origin: string;

function hold(response: ServerResponse): void {
  held.push(response);
  maxHeld = Math.max(maxHeld, held.length);
  if (held.length === 6) setTimeout(() => held.splice(0).forEach(respond), 20);
}

function respond(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/css' }).end('a{}');
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the files of packages are read six at a time, and each is reported behind the users’ files', async () => {
  const reported: PackProgress[] = [];
  const read = packageReader(origin, { fetched: 2, of: 2, bytes: 10 }, (progress) => reported.push(progress));
  const files = await Promise.all(
    Array.from({ length: 18 }, (_, index) => read(`/packages/a@1.0.0/${index}`)),
  );
  expect(files).toEqual(files.map(() => ({ type: 'text/css', bytes: new TextEncoder().encode('a{}') })));
  expect(maxHeld).toBe(6);
  expect(reported.map(({ fetched }) => fetched)).toEqual(files.map((_, index) => 3 + index));
  expect(reported.at(-1)).toEqual({ fetched: 20, of: 20, bytes: 10 + 18 * 3 });
});

test('a file that the studio does not have is none; that it does not answer is an error', async () => {
  const read = packageReader(origin, { fetched: 0, of: 0, bytes: 0 }, () => {});
  expect(await read('/packages/a@1.0.0/gone.js')).toBeNull();
  await expect(read('/packages/a@1.0.0/away.js')).rejects.toThrow('502');
});
