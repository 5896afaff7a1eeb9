import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { RepeatedTextResponse } from './text-responses.js';

it('H75: long texts are compressed two at once, each once for all its responses; others are sent as they are', async () => {
  const texts = ['a', 'b', 'c'].map((letter) => new RepeatedTextResponse(letter.repeat(3 * 1_048_576)));
  const server = createServer((request, response) => {
    const text = texts[Number(request.url?.slice(1))] as RepeatedTextResponse;
    void text.send(request, response, 'text/plain', () => '"tag"');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (index: number) => {
    const headers = { 'Accept-Encoding': 'br' };
    const answer = await fetch(`http://127.0.0.1:${port}/${index}`, { headers });
    expect(new Set(await answer.text())).toEqual(new Set('abc'[index]));
    return answer.headers.get('Content-Encoding');
  };
  expect(await Promise.all([0, 0, 1, 2, 0].map(ask))).toEqual(['br', 'br', 'br', null, 'br']);
  expect(await ask(2)).toBe('br');
  server.close();
});
