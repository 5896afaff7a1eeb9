import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { RepeatedTextResponse } from './text-responses.js';

it('H75: one long text is compressed at a time, once for all its responses; others are sent as they are', async () => {
  const texts = ['a', 'b', 'c'].map((letter) => new RepeatedTextResponse(letter.repeat(3 * 1_048_576)));
  let waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const text = texts[Number(request.url?.slice(1))] as RepeatedTextResponse;
    waiting.push(() => void text.send(request, response, 'text/plain', () => '"tag"'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Requests these texts, and has all of them sent in this order in one turn. */
  const encodingsOf = async (...asked: number[]) => {
    const responses = [];
    for (const index of asked) {
      const arrived = once(server, 'request');
      responses.push(fetch(`http://127.0.0.1:${port}/${index}`, { headers: { 'Accept-Encoding': 'br' } }));
      await arrived;
    }
    for (const send of waiting) send();
    waiting = [];
    return Promise.all(
      responses.map(async (response, index) => {
        const { headers, ...received } = await response.then(async (one) => ({
          headers: one.headers,
          text: await one.text(),
        }));
        expect(new Set(received.text)).toEqual(new Set('abc'[asked[index] ?? 0]));
        return headers.get('Content-Encoding');
      }),
    );
  };
  expect(await encodingsOf(0, 0, 1, 2, 0)).toEqual(['br', 'br', null, null, 'br']);
  expect(await encodingsOf(2)).toEqual(['br']);
  server.close();
});
