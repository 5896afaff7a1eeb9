import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Person, TestStudio } from '../studio/test-studio.js';

/** A POST request with an idempotency key. */
export interface KeyedRequest {
  path: string;
  body: object;
  who: Person;
  key: string;
}

/** Sends a request, and closes its connection after that many turns of the event loop. */
export async function cutOff(
  studio: TestStudio,
  { path, body, who, key }: KeyedRequest,
  turns: number,
): Promise<void> {
  const call = request(`${studio.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      authorization: `Bearer ${who.access_token}`,
    },
  });
  const cut = new Promise((done) => call.once('close', done));
  // It is aborted below.
  call.on('error', () => undefined).end(JSON.stringify(body));
  await once(call, 'finish');
  for (let turn = 0; turn < turns; turn++) await immediate();
  call.destroy();
  await cut;
}
