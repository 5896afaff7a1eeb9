import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import type { Test } from 'supertest';
import type * as z from 'zod/mini';
import { Database } from '../../src/database/database.js';
import { itAtNight } from '../support/nightly.js';
import { type ContractCall, contractCalls } from '../support/requests/contract-calls.js';
import { firstAdmin } from '../support/studio/admin-actions.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { median } from '../timing/median.js';

let studio: TestStudio;
/** An admin, who may read every list, with some thousand projects. */
let admin: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  admin = await firstAdmin(studio);
  const project = await studio.project(admin, { title: 'One of many', isPublic: true });
  await manyProjects(project.id, 3_000);
  address = (call) => call.address.replace('0000000000000000', project.id);
});
afterAll(() => studio.stop());

let address: (call: ContractCall) => string;

/** Inserts `count` copies of a project with new ids. Every second one has characters with a meaning in patterns. */
async function manyProjects(id: string, count: number): Promise<void> {
  const columns = sql.raw(
    'user_id, html, css, js, tags, is_public, is_embeddable, framework_config, deleted_at, title, description',
  );
  await sql`insert into projects (id, ${columns})
    select lpad(n::text, 16, '0'), user_id, html, css, js, tags, n % 3 > 0, is_embeddable, framework_config,
      case when n % 7 = 0 then now() end, case when n % 2 = 0 then 'a%a_a\\a ' else 'plain ' end || n,
      repeat(case when n % 2 = 0 then '%a' else 'ba' end, 500)
    from projects, generate_series(1, ${count}::int) n where id = ${id}`.execute(
    studio.studio.app.get(Database).sql,
  );
}

const parametersOf = ({ query }: ContractCall) =>
  Object.keys((query as z.ZodMiniObject | undefined)?.shape ?? {});
const lists = contractCalls.filter((call) => parametersOf(call).includes('page'));
const searchable = lists.filter((call) => parametersOf(call).includes('search'));
/** Other calls that read their query and answer in JSON. */
const lookups = contractCalls.filter(
  (call) => call.method === 'GET' && call.query && call.response && !lists.includes(call),
);
const queried = [...lists, ...lookups];
const ask = (call: ContractCall, query: string) =>
  studio.call('get', `${address(call)}?${query}`, admin).set('accept', 'application/json');

/** Milliseconds until the response: the median of five calls. */
async function timeOf(call: () => Test): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return median(times);
}

const noChoice = ['__proto__', 'constructor', '%00', ';drop', 'asc,id desc'];
const oddSizes = ['0', '-1', '1.5', '1e9', 'NaN', '', '1000001', '9007199254740992'];
const odd: Record<string, string[]> = {
  page: [
    '0',
    '-1',
    '+1',
    '%2B1',
    '1.0',
    '1.5',
    '1e1',
    '1e9',
    '0x10',
    'NaN',
    'Infinity',
    '',
    '%201',
    '9007199254740992',
    '1'.repeat(400),
    '%EF%BC%91',
    '1;2',
    '__proto__',
  ],
  limit: ['0', '-1', '%2B1', '101', '1e1', '1e9', 'NaN', '', '9007199254740993', '10%00', '1,1', 'null'],
  search: ['%00', 'x'.repeat(limits.searchLength + 1), '%a'.repeat(5_000), 'a%00b'],
  tags: ['%00', 'a,'.repeat(400)],
  author: ['%00', 'x', 'x'.repeat(limits.usernameMax + 1), '', 'a%20b', '..%2F..%2Fetc', 'j%C3%B6rg', 'a,b'],
  actor: ['%00', 'x'.repeat(limits.idLength + 1)],
  url: ['', 'project', 'javascript:alert(1)', `http://studio.example/${'x'.repeat(2_000)}`],
  maxwidth: oddSizes,
  maxheight: oddSizes,
  // Any other text is 501.
  format: [],
};

/** Asks for 400 with the parameter's name in the body. */
async function expectRefusal(call: ContractCall, name: string, query: string): Promise<void> {
  const { status, body } = await ask(call, query);
  expect({ path: call.path, query, status, fields: body.fields }).toEqual({
    path: call.path,
    query,
    status: 400,
    fields: expect.arrayContaining([expect.objectContaining({ path: name })]),
  });
}

describe('H55: every list', () => {
  it('is found by the tests below', () => {
    expect(lists.length).toBeGreaterThan(8);
    expect(searchable.length).toBeGreaterThan(5);
    expect(lookups.map(({ path }) => path).toSorted()).toEqual(['/oembed', '/packages', '/projects/:id']);
  });

  it('refuses an invalid page, limit or choice by name', async () => {
    for (const call of queried)
      for (const name of parametersOf(call))
        for (const value of odd[name] ?? noChoice) await expectRefusal(call, name, `${name}=${value}`);
  });

  itAtNight('refuses that at once', async () => {
    for (const call of queried)
      for (const name of parametersOf(call))
        expect(await timeOf(() => ask(call, `${name}=%00`).expect(400))).toBeLessThan(200);
  });

  it('refuses a parameter that comes twice', async () => {
    for (const call of queried)
      for (const name of parametersOf(call)) await expectRefusal(call, name, `${name}=1&${name}=1`);
  });

  it('ignores unknown parameters', async () => {
    for (const call of lists)
      for (const query of [
        'page[]=-1',
        'limit[gt]=1e9',
        '__proto__[limit]=7',
        'constructor=1',
        'orderBy=password_hash',
        'a&'.repeat(5_000),
      ])
        await ask(call, query).expect(200);
  });

  const page = (call: ContractCall, number: number) => ask(call, `page=${number}&limit=100`).expect(200);

  it('has nothing on the last possible page', async () => {
    for (const call of lists) expect((await page(call, 1_000_000)).body.data).toEqual([]);
  });

  itAtNight('answers for it in no more than twice the time of the first page', async () => {
    for (const call of lists) {
      const usual = await timeOf(() => page(call, 1));
      expect(await timeOf(() => page(call, 1_000_000))).toBeLessThan(Math.max(200, 2 * usual));
    }
  });
});

describe('H56: every search', () => {
  const texts = [
    ['a percent sign', '%'],
    ['an underscore', '_'],
    ['a backslash', '\\'],
    ['%a, as often as it goes', '%a'.repeat(limits.searchLength / 2)],
    ['nothing but backslashes', '\\'.repeat(limits.searchLength)],
    ['SQL', "' or 1=1; drop table projects; --"],
    ['the signs of a tsquery', "a & b | !c <-> d:* ( ) ''"],
    ['the signs of parameters', '$1 :name ?'],
    ['a regular expression', '(a+)+$[^a]{1,}'],
    ['letters whose case is odd', 'İıſK\u202e\u{1f9d1}\u200d'],
  ] as const;
  const search = (call: ContractCall, words: string) =>
    ask(call, `search=${encodeURIComponent(words)}`).expect(200);

  it.each(texts)('takes %s literally', async (_what, text) => {
    for (const call of searchable) {
      const { body } = await search(call, text);
      for (const { cardUrl: _, ...said } of body.data)
        expect(JSON.stringify(said).toLowerCase()).toContain(JSON.stringify(text).slice(1, -1).toLowerCase());
    }
  });

  it.each(texts)('takes %s literally among packages, too', async (_what, text) => {
    const { body } = await studio.call('get', `/packages?search=${encodeURIComponent(text)}`).expect(200);
    // As a pattern, most of them would find everything.
    expect(body.packages.length).toBeLessThan(5);
  });

  itAtNight('takes each of them as quickly as words', async () => {
    // Half of all projects contain them.
    const letters = 'ba'.repeat(limits.searchLength / 2);
    for (const call of searchable) {
      const usual = await timeOf(() => search(call, letters));
      for (const [what, text] of texts) {
        const time = await timeOf(() => search(call, text));
        expect({ list: call.path, what, slow: time >= Math.max(300, 2 * usual) && time }).toEqual({
          list: call.path,
          what,
          slow: false,
        });
      }
    }
  });
});
