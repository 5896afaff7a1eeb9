import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { randomRuns } from '../../../test/support/random-runs.js';
import { firstAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { expireSession } from '../../../test/support/studio/expire-session.js';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { newId } from '../../common/ids.js';
import { demoAccount } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { SessionStore } from '../../ports/sessions.js';
import { maxSessions } from './auth.service.js';

let studio: TestStudio;
let admin: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  admin = await firstAdmin(studio);
});
const tabs = socketClientsOf(() => studio);
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const which = fc.nat(9);
/** Mostly the present password, else the one before. */
const isRight = fc.constantFrom(true, true, true, false);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('login' as const), isRight }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('logout' as const), which }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('change' as const), which, isRight }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('expire' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('suspend' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('let in' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** An account in the model, with its valid tokens. */
interface Account {
  person: Person;
  password: string;
  formerPassword: string;
  isSuspended: boolean;
  tokens: { person: Person; isGood: boolean }[];
}

const login = ({ person: { user } }: Account, tried: string) =>
  studio.call('post', '/auth/login').send({ email: user.email, password: tried });

const passwordFor = (account: Account, { isRight }: { isRight: boolean }) =>
  isRight ? account.password : account.formerPassword;

function endAll({ tokens }: Account, kept?: Account['tokens'][number]): void {
  for (const token of tokens) if (token !== kept) token.isGood = false;
}

async function take(account: Account, taken: Step): Promise<void> {
  const token = 'which' in taken ? account.tokens[taken.which % account.tokens.length] : undefined;
  switch (taken.act) {
    case 'login': {
      const password = passwordFor(account, taken);
      const { status, body } = await login(account, password);
      if (!taken.isRight) expect(status).toBe(401);
      else if (account.isSuspended) expect(status).toBe(403);
      else {
        expect(status).toBe(200);
        account.tokens.push({ person: { ...body, password }, isGood: true });
      }
      return;
    }
    case 'logout':
      await studio.call('post', '/auth/logout', token?.person).expect(token?.isGood ? 204 : 401);
      if (token) token.isGood = false;
      return;
    case 'change': {
      const newPassword = `${account.password}, changed`;
      const change = { currentPassword: passwordFor(account, taken), newPassword };
      const { status } = await studio.call('post', '/auth/password', token?.person).send(change);
      const counts = token?.isGood && taken.isRight;
      const refused = token?.isGood ? 400 : 401;
      expect(status).toBe(counts ? 204 : refused);
      if (!counts) return;
      Object.assign(account, { password: newPassword, formerPassword: account.password });
      endAll(account, token);
      return;
    }
    case 'expire':
      if (token) await expireSession(studio, token.person);
      if (token) token.isGood = false;
      return;
    case 'suspend':
    case 'let in':
      account.isSuspended = taken.act === 'suspend';
      await suspend(studio, admin, account.person, account.isSuspended).expect(200);
      if (account.isSuspended) endAll(account);
  }
}

async function newAccount(): Promise<Account> {
  const person = await studio.person();
  const { password } = person;
  const tokens = [{ person, isGood: true }];
  return { person, password, formerPassword: 'was never one', isSuspended: false, tokens };
}

/** Whether HTTP calls accept a token. */
async function isTaken({ person }: Account['tokens'][number]): Promise<boolean> {
  const { status } = await studio.call('get', '/projects', person);
  expect([200, 401]).toContain(status);
  return status === 200;
}

async function expectTokens({ tokens }: Account): Promise<void> {
  expect(await Promise.all(tokens.map(isTaken))).toEqual(tokens.map(({ isGood }) => isGood));
}

describe('any logins, logouts, changes of password, expiries and suspensions', () => {
  it('keep exactly the tokens valid that a simple model predicts, after each step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        const account = await newAccount();
        for (const taken of steps) {
          await take(account, taken);
          await expectTokens(account);
        }
      }),
      randomRuns(15),
    );
  });

  it('of several people at once: whoever comes in by the old password while it is changed, is out after it', async () => {
    const burst = fc.record({ before: fc.nat(3), meanwhile: fc.nat(3), pauses: fc.nat(6) });
    await fc.assert(
      fc.asyncProperty(burst, async ({ before, meanwhile, pauses }) => {
        const account = await newAccount();
        const old = account.password;
        const logins = (count: number) => Array.from({ length: count }, async () => login(account, old));
        const early = logins(before);
        for (let turn = 0; turn < pauses; turn++) await studio.call('get', '/health/live');
        const changing = studio
          .call('post', '/auth/password', account.person)
          .send({ currentPassword: old, newPassword: 'another good one' })
          .expect(204)
          .then();
        const late = logins(meanwhile);
        await changing;
        for (const { status, body } of await Promise.all([...early, ...late])) {
          expect([200, 401]).toContain(status);
          if (status === 200) account.tokens.push({ person: { ...body, password: old }, isGood: false });
        }
        await expectTokens(account);
        await signIn(studio, account.person.user.email, 'another good one');
      }),
      randomRuns(15),
    );
  });

  it('of several changes by the old password one counts, and the session that made it stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { person } = await newAccount();
      const { email } = person.user;
      const rivals = [person, await signIn(studio, email, person.password)];
      const responses = await Promise.all(
        rivals.map((rival, index) =>
          studio
            .call('post', '/auth/password', rival)
            .send({ currentPassword: person.password, newPassword: `the choice of ${index}` }),
        ),
      );
      const winner = responses.findIndex(({ status }) => status === 204);
      // The other's session may have ended before its password is compared.
      expect([400, 401]).toContain(responses[1 - winner]?.status);
      await signIn(studio, email, `the choice of ${winner}`);
      await studio.call('get', '/auth/me', rivals[winner]).expect(200);
      await studio.call('get', '/auth/me', rivals[1 - winner]).expect(401);
    }
  });
});

it('an account keeps the hundred sessions that were used last; one that ends for a new one says so', async () => {
  const person = await studio.person();
  const tab = await tabs.open(person);
  const ended = tab.ended();
  const store = studio.studio.app.get(SessionStore);
  for (let n = 1; n < maxSessions; n++) await store.create(person.user.id, maxSessions);
  await studio.call('get', '/projects', person).expect(200);
  const newest = await signIn(studio, person.user.email, person.password);
  await ended;
  expect(tab.received).toContainEqual([
    'session:revoked',
    { reason: 'This account has signed in too many times since then.' },
  ]);
  await studio.call('get', '/projects', person).expect(401);
  await studio.call('get', '/projects', newest).expect(200);
  expect(await store.revokeOthers(person.user.id, '')).toHaveLength(maxSessions);
});

it('the demo account, which all share, keeps more; an account that only has its address does not', async () => {
  const { app } = studio.studio;
  const store = app.get(SessionStore);
  const demo = await signIn(studio, demoAccount.email, demoAccount.password);
  const person = await studio.person();
  const sessionsAfterSignIn = async ({ user, password }: Person) => {
    await store.revokeOthers(user.id, '');
    for (let n = 0; n < maxSessions; n++) await store.create(user.id, maxSessions);
    await signIn(studio, user.email, password);
    return (await store.revokeOthers(user.id, '')).length;
  };
  expect(await sessionsAfterSignIn(demo)).toBe(maxSessions + 1);
  const users = app.get(Database).sql.updateTable('users');
  await users
    .set({ email: `${newId()}@example.org` })
    .where('id', '=', demo.user.id)
    .execute();
  await users.set({ email: demoAccount.email }).where('id', '=', person.user.id).execute();
  const renamed = { ...person, user: { ...person.user, email: demoAccount.email } };
  expect(await sessionsAfterSignIn(renamed)).toBe(maxSessions);
});
