import { afterAll, beforeAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { connect } from 'socket.io-client';
import { startTestStudio, type TestStudio } from '../../testing/studio.js';

const present = 'a secret that signs from now on, long enough';
const previous = 'a secret that has signed until now, long enough';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({ JWT_SECRET: present, JWT_SECRET_PREVIOUS: previous });
});
afterAll(() => studio.stop());

const statusOf = async (token: string) =>
  (await studio.call('get', '/auth/me').set('authorization', `Bearer ${token}`)).status;

it('a new key signs in whoever signs in now; who was signed in by the one before stays it, sockets too', async () => {
  const person = await studio.person();
  const { sub, sid } = jwt.verify(person.access_token, present) as jwt.JwtPayload;
  const older = jwt.sign({ sub, sid }, previous);
  expect(await statusOf(older)).toBe(200);
  const socket = connect(studio.url, { transports: ['websocket'], auth: { token: older } });
  try {
    await new Promise<void>((connected, refused) =>
      socket.on('connect', connected).on('connect_error', refused),
    );
  } finally {
    socket.close();
  }
  await studio.call('post', '/auth/logout').set('authorization', `Bearer ${older}`).expect(204);
  expect(await statusOf(person.access_token)).toBe(401);
});

it('H06 neither key makes another algorithm, a third key or no signature good', async () => {
  const { access_token } = await studio.person();
  const { sub, sid } = jwt.verify(access_token, present) as jwt.JwtPayload;
  const forged = {
    'a third key': jwt.sign({ sub, sid }, 'a secret that nobody has told the studio'),
    'another algorithm': jwt.sign({ sub, sid }, previous, { algorithm: 'HS512' }),
    'alg none': jwt.sign({ sub, sid }, '', { algorithm: 'none' }),
    'an end that is over': jwt.sign({ sub, sid, exp: 1 }, previous),
    'no token at all': '..',
  };
  for (const [name, token] of Object.entries(forged))
    expect({ name, status: await statusOf(token) }).toEqual({ name, status: 401 });
});
