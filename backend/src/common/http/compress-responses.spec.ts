import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Response as ServerResponse } from 'express';
import { compressResponses } from './compress-responses.js';

let server: Server;
/** The responses that have begun, each with its client's address. */
let begun: [string | undefined, ServerResponse][];

beforeEach(async () => {
  begun = [];
  const app = express().set('trust proxy', true).use(compressResponses());
  app.get('/:bytes', (request, response) => {
    response.type('text').write('x'.repeat(Number(request.params.bytes)));
    response.flush();
    begun.push([request.ip, response]);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Asks from an address for a text whose end waits for {@link end}. @returns its encoding. */
async function ask(from: string, bytes: number, accepted = 'br'): Promise<string | null> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'X-Forwarded-For': from, 'Accept-Encoding': accepted };
  const response = await fetch(`http://127.0.0.1:${port}/${bytes}`, { headers });
  // Read meanwhile, or cut off.
  response.arrayBuffer().catch(() => undefined);
  return response.headers.get('Content-Encoding');
}

/** Ends all responses to an address, and waits until they are compressed. */
async function end(from: string): Promise<void> {
  const ended = begun.filter(([address]) => address === from).map(([, response]) => response);
  await Promise.all(ended.map((response) => response.end() && once(response, 'close')));
}

const long = 3 * 1_048_576;

describe('H75 long responses that are compressed at once', () => {
  it('are few of one network, and its others are sent uncompressed', async () => {
    expect(await ask('192.0.2.1', long)).toBe('br');
    expect(await ask('192.0.2.1', long)).toBeNull();
    expect(await ask('192.0.2.2', long)).toBe('br');
    await end('192.0.2.1');
    expect(await ask('192.0.2.1', long)).toBe('br');
  });

  it('are few of all networks together', async () => {
    const networks = Array.from({ length: 5 }, (_, index) => `192.0.2.${index}`);
    const encodings = [];
    for (const network of networks) encodings.push(await ask(network, long));
    expect(encodings).toEqual(['br', 'br', null, null, null]);
  });

  it('are counted by their bytes, and not at all where the client accepts no encoding', async () => {
    const encodings = new Set<string | null>();
    for (let index = 0; index < 10; index += 1) {
      encodings.add(await ask('192.0.2.1', 100_000));
      expect(await ask('192.0.2.1', long, 'identity')).toBeNull();
    }
    expect(encodings).toEqual(new Set(['br']));
  });

  it('are no longer counted once their client has gone', async () => {
    expect(await ask('192.0.2.1', long)).toBe('br');
    const [[, response] = []] = begun;
    const closed = once(response as ServerResponse, 'close');
    server.closeAllConnections();
    await closed;
    expect(await ask('192.0.2.1', long)).toBe('br');
  });
});
