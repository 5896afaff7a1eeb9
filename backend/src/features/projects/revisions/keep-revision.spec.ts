import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project, ProjectInput } from '@studio/contract/http/projects';
import type { RevisionSummary } from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let owner: Person;
let stranger: Person;
let project: Project;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
  stranger = await studio.person();
});
afterAll(() => studio.stop());
beforeEach(async () => {
  project = await studio.project(owner, { title: 'First', html: 'one' });
});

const save = (input: ProjectInput, kind: 'auto' | 'manual' = 'manual') =>
  studio.call('put', `/projects/${project.id}`, owner).set('x-save-kind', kind).send(input).expect(200);

async function revisions(): Promise<RevisionSummary[]> {
  const response = await studio.call('get', `/projects/${project.id}/revisions?limit=100`, owner).expect(200);
  return response.body.data as RevisionSummary[];
}

const page = (lines: number, word = 'line') =>
  Array.from({ length: lines }, (_, index) => `<p>${word} ${index}</p>`).join('\n');

/** Second saves after an automatic one of 40 lines; small automatic ones are merged with it. */
const secondSaves: { change: string; input: (html: string) => ProjectInput; revision: string | null }[] = [
  { change: 'a line more', input: (html) => ({ html: `${html}\n<p>more</p>` }), revision: null },
  {
    change: 'a word at the beginning and one at the end',
    input: (html) => ({ html: `<b>first</b>\n${html}\n<b>last</b>` }),
    revision: null,
  },
  {
    change: 'lines in another order',
    input: (html) => ({ html: html.split('\n').toReversed().join('\n') }),
    revision: null,
  },
  {
    change: 'a third of the lines gone',
    input: (html) => ({ html: html.split('\n').slice(13).join('\n') }),
    revision: null,
  },
  { change: 'little text in an empty pane', input: () => ({ css: 'p { color: red }' }), revision: null },
  { change: 'another title', input: () => ({ title: 'Renamed' }), revision: null },
  {
    change: 'most of a pane deleted',
    input: (html) => ({ html: html.split('\n').slice(25).join('\n') }),
    revision: 'large',
  },
  { change: 'a pane emptied', input: () => ({ html: '' }), revision: 'large' },
  {
    change: 'most of a pane pasted',
    input: (html) => ({ html: `${html}\n${page(60, 'pasted')}` }),
    revision: 'large',
  },
  { change: 'much text in an empty pane', input: () => ({ js: page(20, 'script') }), revision: 'large' },
  { change: 'a pane replaced', input: () => ({ html: page(40, 'other') }), revision: 'large' },
  {
    change: 'every line indented',
    input: (html) => ({ html: html.replaceAll(/^/gm, '  ') }),
    revision: 'large',
  },
  {
    change: 'a pane replaced in other letters',
    input: () => ({ html: page(40, 'größer 面白い') }),
    revision: 'large',
  },
  {
    change: 'another framework',
    input: () => ({ frameworkConfig: { ...defaultFrameworkConfig, framework: 'react' as const } }),
    revision: 'framework',
  },
  {
    change: 'another package',
    input: () => ({ frameworkConfig: { ...defaultFrameworkConfig, packages: { three: '0.180.0' } } }),
    revision: 'packages',
  },
  {
    change: 'another framework and another package',
    input: () => ({
      frameworkConfig: {
        ...defaultFrameworkConfig,
        framework: 'react' as const,
        packages: { three: '0.180.0' },
      },
    }),
    revision: 'framework',
  },
];

describe('an automatic save within five minutes of another', () => {
  it.each(secondSaves)('$change: $revision', async ({ input, revision }) => {
    const html = page(40);
    await save({ html: `${html}\n<p>older</p>` });
    await save({ html }, 'auto');
    await save(input(html), 'auto');
    const list = await revisions();
    const changes = list.map(({ change }) => change);
    if (revision === null) {
      expect(changes).toEqual(['edit', 'edit', 'edit']);
      expect(Date.parse(list[0]?.changedAt ?? '')).toBeGreaterThan(Date.parse(list[0]?.createdAt ?? ''));
    } else {
      expect(changes).toEqual([revision, 'edit', 'edit', 'edit']);
      // The text from before is still in the history.
      const before = await studio.call('get', `/projects/${project.id}/revisions/3`, owner).expect(200);
      expect(before.body.html).toBe(html);
    }
  });

  it('is a revision of its own after a large change, so that both stay', async () => {
    await save({ html: page(40) }, 'auto');
    await save({ html: `${page(40)}\n<p>small</p>` }, 'auto');
    await save({ html: `${page(40)}\n<p>smaller</p>` }, 'auto');
    expect((await revisions()).map(({ rev, change }) => [rev, change])).toEqual([
      [3, 'edit'],
      [2, 'large'],
      [1, 'edit'],
    ]);
  });

  it('does not merge with a revision that has a name', async () => {
    await save({ html: 'a' }, 'auto');
    await studio
      .call('patch', `/projects/${project.id}/revisions/2`, owner)
      .send({ name: ' Before the move ', version: 2 })
      .expect(200);
    await save({ html: 'ab' }, 'auto');
    expect((await revisions()).map(({ rev, name }) => [rev, name])).toEqual([
      [3, null],
      [2, 'Before the move'],
      [1, null],
    ]);
  });

  it('that is a starter template says which one, whoever saves it', async () => {
    const { body } = await studio.call('get', '/frameworks/templates').expect(200);
    const { name, html, css, js, frameworkConfig } = body.templates.react[0];
    await save({ html: page(40) }, 'auto');
    await save({ html, css, js, frameworkConfig }, 'auto');
    const made = await studio.project(owner, { html, css, js, frameworkConfig });
    const [first] = await revisions();
    expect(first).toMatchObject({ change: 'template', template: name });
    const list = await studio.call('get', `/projects/${made.id}/revisions`, owner).expect(200);
    expect(list.body.data).toMatchObject([{ change: 'template', template: name }]);
  });

  it('H73 is stored in time, too, where 1 MiB of many short lines or of one long line has to be compared', async () => {
    const texts = ['{', '\n', 'a\n', '/*'].map((part) => part.repeat(1_048_576 / part.length));
    await save({ html: texts[0], css: texts[1], js: texts[2] });
    // PostgreSQL ends a statement after five seconds, and the save would fail.
    for (const text of texts.slice(1))
      await save({ html: text, css: text.slice(1), js: text.slice(0, -1) }, 'auto');
  });
});

describe('a manual save of text that is stored already', () => {
  const html = async (rev: number) =>
    (await studio.call('get', `/projects/${project.id}/revisions/${rev}`, owner).expect(200)).body.html;

  it('keeps the revision of an automatic save, with which later ones are not merged', async () => {
    const { body } = await save({ html: 'a' }, 'auto');
    const kept = await save({});
    expect(kept.body).toMatchObject({ version: body.version, updatedAt: body.updatedAt, html: 'a' });
    await save({ html: 'ab' }, 'auto');
    await save({ html: 'abc' }, 'auto');
    expect((await revisions()).map(({ rev, kind }) => [rev, kind])).toEqual([
      [3, 'auto'],
      [2, 'manual'],
      [1, 'manual'],
    ]);
    expect([await html(2), await html(3)]).toEqual(['a', 'abc']);
  });

  it('keeps it as well where only what no revision has was saved by hand', async () => {
    await save({ html: 'a' }, 'auto');
    await save({ tags: ['clock'] });
    await save({ html: 'ab' }, 'auto');
    expect((await revisions()).map(({ rev, kind }) => [rev, kind])).toEqual([
      [3, 'auto'],
      [2, 'manual'],
      [1, 'manual'],
    ]);
    expect([await html(2), await html(3)]).toEqual(['a', 'ab']);
  });

  it('makes no further revision, and neither does an automatic one, which keeps nothing', async () => {
    await save({ html: 'a' }, 'auto');
    await save({ html: 'a' }, 'auto');
    await save({ html: 'ab' }, 'auto');
    expect((await revisions()).map(({ rev, kind }) => [rev, kind])).toEqual([
      [2, 'auto'],
      [1, 'manual'],
    ]);
    await save({ html: 'ab' });
    await save({ html: 'ab' });
    expect((await revisions()).map(({ rev, kind }) => [rev, kind])).toEqual([
      [2, 'manual'],
      [1, 'manual'],
    ]);
  });
});

describe('the name of a revision', () => {
  /** Each revision is one version here. */
  const name = (rev: number, given: unknown, person = owner, version = rev) =>
    studio.call('patch', `/projects/${project.id}/revisions/${rev}`, person).send({ name: given, version });

  it('keeps it beyond the last 100, until it is taken away', async () => {
    await name(1, 'The first').expect(200);
    for (let text = 0; text < limits.revisionsKept + 1; text += 1) await save({ html: `text ${text}` });
    const kept = await studio.call('get', `/projects/${project.id}/revisions?limit=100&page=2`, owner);
    expect(kept.body).toMatchObject({ total: 101, data: [{ rev: 1, name: 'The first' }] });
    const { body } = await name(1, null).expect(200);
    expect(body).toMatchObject({ rev: 1, name: null });
    await save({ html: 'one more' });
    await studio.call('get', `/projects/${project.id}/revisions/1`, owner).expect(404);
  });

  it('is given to 50 of a project; one more is 413 with the number, another name for one of them is not', async () => {
    for (let text = 0; text < limits.namedRevisions; text += 1) await save({ html: `text ${text}` });
    for (let rev = 1; rev <= limits.namedRevisions; rev += 1) await name(rev, `number ${rev}`).expect(200);
    const { body } = await name(limits.namedRevisions + 1, 'too many').expect(413);
    expect(body).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('50 named versions'),
    });
    await name(1, 'another').expect(200);
    expect((await revisions()).filter((revision) => revision.name !== null)).toHaveLength(50);
  });

  it.each([['x'.repeat(61)], [''], ['  '], [7], [undefined], ['a\0b']])('cannot be %j', async (given) => {
    await name(1, given).expect(400);
  });

  it('cannot be a mark of direction alone, which shows nothing', async () => {
    await name(1, '\u200f').expect(400);
  });

  it('is refused where an automatic save has changed the revision since it was read', async () => {
    await save({ html: 'a' }, 'auto');
    await save({ html: 'ab' }, 'auto');
    expect((await name(2, 'Only a', owner, 2).expect(409)).body.code).toBe('revision_changed');
    await name(2, 'With b', owner, 3).expect(200);
    const path = `/projects/${project.id}/revisions/2`;
    await studio.call('patch', path, owner).send({ name: 'Any' }).expect(200);
  });

  it('can be given only by the owner', async () => {
    const admin = await signIn(studio, 'admin@studio.local', adminPassword);
    await name(1, 'mine', stranger).expect(404);
    await name(1, 'mine', admin).expect(403);
    await name(9, 'nothing').expect(404);
    await save({ isPublic: true });
    await name(1, 'mine', stranger).expect(403);
    expect(await revisions()).toMatchObject([{ name: null }]);
  });
});
