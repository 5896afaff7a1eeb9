import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import * as fc from 'fast-check';
import { randomRuns } from '../support/random-runs.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  person = await studio.person();
});
afterAll(() => studio.stop());

const notStorable = fc
  .tuple(fc.string(), fc.constantFrom('\0', '\ud800', '\udc00', '\udfff'), fc.constantFrom('', ' ', 'x'))
  .map(([before, bad, after]) => before + bad + after);
const noString = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.string()),
);
const noBoolean = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.boolean()));
const noObject = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer()));
/** Too long in UTF-16 units, which are not always visible characters (specification: Limits). */
const longerThan = (length: number) =>
  fc.oneof(
    fc.integer({ min: 1, max: 9 }).map((more) => 'x'.repeat(length + more)),
    fc.constant('😀'.repeat(Math.floor(length / 2) + 1)),
  );

/** Invalid values for each field of a project. */
const projectFields: Record<string, fc.Arbitrary<unknown>> = {
  title: fc.oneof(noString, notStorable, longerThan(limits.titleLength)),
  html: fc.oneof(
    noString,
    notStorable,
    longerThan(limits.sourceBytes),
    fc.constant('ü'.repeat(limits.sourceBytes / 2 + 1)),
  ),
  css: fc.oneof(noString, notStorable, longerThan(limits.sourceBytes)),
  js: fc.oneof(noString, notStorable, longerThan(limits.sourceBytes)),
  description: fc.oneof(noString, notStorable, longerThan(limits.descriptionLength)),
  tags: fc.oneof(
    noObject.filter((value) => !Array.isArray(value)),
    fc.constant({ 0: 'tag', length: 1 }),
    fc.array(fc.oneof(noString, notStorable, longerThan(limits.tagLength), fc.constantFrom('', '  ')), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constant(Array.from({ length: limits.tagCount + 1 }, (_, i) => `tag ${i}`)),
  ),
  isPublic: noBoolean,
  isEmbeddable: noBoolean,
  frameworkConfig: fc.oneof(
    noObject,
    fc.record({ framework: fc.constantFrom('angular', '', 'Vanilla', null, 7) }),
    fc.record({ cssFramework: fc.constantFrom('less', null, []) }),
    fc.record({ typescript: noBoolean }),
    fc.record({ buildTool: fc.constantFrom('webpack', null) }),
    fc.record({ frameworkVersion: fc.constantFrom(16, '17', null, 20) }),
    fc.record({ vueSfc: noBoolean }),
    fc.record({ packages: noObject }),
    fc.record({
      packages: fc.record({ three: fc.constantFrom('', '^1.0.0', 'latest', '../1.0.0', null, 7) }),
    }),
    fc.record({ packages: fc.record({ '../three': fc.constant('1.0.0') }) }),
  ),
};

const email = fc.oneof(
  noString,
  notStorable,
  fc.constantFrom('', 'x', '@', 'a@b', 'a b@example.org', 'a@example.org\0'),
  longerThan(300).map((x) => `${x}@example.org`),
);
const password = fc.oneof(noString, notStorable, fc.constant(''));
const accountFields: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  '/auth/register': {
    email,
    username: fc.oneof(
      noString,
      notStorable,
      longerThan(limits.usernameMax),
      fc.constantFrom('', 'x', 'a b', 'a/b', 'ü€', 'a\n'),
    ),
    password: fc.oneof(password, longerThan(limits.passwordMax), fc.constant('short')),
  },
  '/auth/login': { email, password },
};

/** Expects that a valid body is refused for this value, with the name of the field. */
async function expectRefused(
  call: () => ReturnType<TestStudio['call']>,
  valid: object,
  field: string,
  bad: unknown,
) {
  const response = await call().send({ ...valid, [field]: bad });
  expect({ status: response.status, bad }).toEqual({ status: 400, bad });
  expect(response.body.code).toBe('validation_failed');
  for (const { path } of response.body.fields) expect(path.split('.')[0]).toBe(field);
}

const runs = randomRuns(60);

describe('a project with a field that it does not take', () => {
  it.each(Object.keys(projectFields))('is 400 naming it, and nothing is stored: %s', async (field) => {
    const kept = await studio.project(person, { title: 'Kept', html: 'kept' });
    const countOwn = async () => (await studio.call('get', '/projects', person).expect(200)).body.total;
    const before = await countOwn();
    await fc.assert(
      fc.asyncProperty(projectFields[field] ?? fc.constant(null), async (bad) => {
        await expectRefused(() => studio.call('post', '/projects', person), { html: 'new' }, field, bad);
        await expectRefused(
          () => studio.call('put', `/projects/${kept.id}`, person),
          { html: 'new' },
          field,
          bad,
        );
      }),
      runs,
    );
    expect(await countOwn()).toBe(before);
    expect((await studio.call('get', `/projects/${kept.id}`, person)).body).toEqual(kept);
  });
});

describe('an account with a field that it does not take', () => {
  const cases = Object.entries(accountFields).flatMap(([path, fields]) =>
    Object.keys(fields).map((field) => [path, field]),
  );
  it.each(cases)('is 400 naming it: %s %s', async (path = '', field = '') => {
    const valid = { email: 'valid@example.org', username: 'valid', password: 'a good password' };
    await fc.assert(
      fc.asyncProperty(accountFields[path]?.[field] ?? fc.constant(null), (bad) =>
        expectRefused(() => studio.call('post', path), valid, field, bad),
      ),
      runs,
    );
  });

  it('is 400 naming it, when signed in: currentPassword, newPassword, avatar', async () => {
    const change = { currentPassword: person.password, newPassword: 'another password' };
    await fc.assert(
      fc.asyncProperty(password, async (bad) => {
        const call = () => studio.call('post', '/auth/password', person);
        await expectRefused(call, change, 'currentPassword', bad);
        await expectRefused(call, change, 'newPassword', bad);
        await expectRefused(() => studio.call('patch', '/auth/me', person), {}, 'avatar', bad);
      }),
      runs,
    );
    await studio.call('get', '/auth/me', person).expect(200);
  });
});

describe('a header that does not fit', () => {
  it.each([
    ['if-match', '1'],
    ['if-match', '"x"'],
    ['if-match', 'W/"1"'],
    ['if-match', '"-1"'],
    ['x-save-kind', 'sometimes'],
    ['x-client-id', 'a b'],
    ['x-client-id', 'x'.repeat(65)],
  ])('is 400 naming it: %s: %s', async (name, value) => {
    const project = await studio.project(person);
    const response = await studio
      .call('put', `/projects/${project.id}`, person)
      .set(name, value)
      .send({ title: 'x' })
      .expect(400);
    expect(response.body.fields[0].path).toBe(name);
    expect((await studio.call('get', `/projects/${project.id}`, person)).body).toEqual(project);
  });

  it('is 400 for an empty or endless Idempotency-Key', async () => {
    for (const key of ['', 'x'.repeat(201)])
      await studio.call('post', '/projects', person).set('idempotency-key', key).send({}).expect(400);
  });
});
