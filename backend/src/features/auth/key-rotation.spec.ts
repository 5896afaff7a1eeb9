import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { connect } from 'socket.io-client';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { readConfig } from '../../config/read-config.js';
import { Database } from '../../database/database.js';
import { UsersService } from '../users/users.service.js';
import { KnownNetworks } from './known-networks.js';

const present = 'a secret that signs from now on, long enough';
const previous = 'a secret that has signed until now, long enough';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({ JWT_SECRET: present, JWT_SECRET_PREVIOUS: previous });
});
afterAll(() => studio.stop());

const statusOf = async (token: string) =>
  (await studio.call('get', '/auth/me').set('authorization', `Bearer ${token}`)).status;

it('a new key signs new tokens; tokens signed by the previous key stay valid, at sockets too', async () => {
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

it('the database stores addresses as keyed hashes, and a new key still recognises those of the previous one', async () => {
  const person = await studio.person();
  const { email, id } = person.user;
  const { password } = person;
  await studio.call('post', '/auth/login').send({ email, password }).expect(200);
  const database = studio.studio.app.get(Database);
  const stored = await database.sql
    .selectFrom('known_networks')
    .select('network')
    .where('user_id', '=', id)
    .execute();
  expect(stored).toHaveLength(1);
  const plain = createHash('sha256').update(`${id} 127.0.0.1`).digest('base64url');
  expect(stored).not.toContainEqual({ network: plain });

  const under = async (secrets: Record<string, string>) => {
    const config = await readConfig({ NODE_ENV: 'test', PORT: '0', SANDBOX_PORT: '0', ...secrets });
    return new KnownNetworks(config, database, studio.studio.app.get(UsersService));
  };
  await (await under({ JWT_SECRET: previous })).remember(id, '192.0.2.7');
  const isKnownTo = (networks: KnownNetworks) => networks.isKnown(email, '192.0.2.7');
  expect(await isKnownTo(studio.studio.app.get(KnownNetworks))).toBe(true);
  expect(await isKnownTo(await under({ JWT_SECRET: present }))).toBe(false);
});
