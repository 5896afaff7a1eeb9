import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import type { Revision, RevisionSummary } from '@studio/contract/http/revisions';
import * as fc from 'fast-check';
import { randomRuns } from '../../../../test/support/random-runs.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterAll(() => studio.stop());

/** The version that a save is based on, and its text. */
const save = fc.record({
  act: fc.constant('save' as const),
  match: fc.constantFrom('current', 'stale', 'ahead', 'absent'),
  kind: fc.constantFrom('auto', 'manual'),
  html: fc.constantFrom<string[]>('one', 'two', 'three', ''),
});
type Save = typeof save extends fc.Arbitrary<infer S> ? S : never;
const step = fc.oneof(
  { weight: 6, arbitrary: save },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('bring back' as const), rev: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('create again' as const), other: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('trash' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restore' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Kept = Pick<Revision, 'rev' | 'kind' | 'version' | 'html'>;

/** A project in the model. */
interface Known {
  id: string;
  key: string;
  version: number;
  html: string;
  isThere: boolean;
  /** Oldest first. */
  revisions: Kept[];
}

let keys = 0;
const create = (key: string, html: string) =>
  studio.call('post', '/projects', owner).set('idempotency-key', key).send({ html });

async function newProject(): Promise<Known> {
  const key = `key ${keys++}`;
  const { id } = (await create(key, 'one').expect(201)).body as Project;
  const first: Kept = { rev: 1, kind: 'manual', version: 1, html: 'one' };
  return { id, key, version: 1, html: 'one', isThere: true, revisions: [first] };
}

function put({ id, version }: Known, { match, kind, html }: Save) {
  const given = { current: version, stale: version - 1, ahead: version + 1, absent: null }[match];
  const call = studio.call('put', `/projects/${id}`, owner).set('x-save-kind', kind).send({ html });
  return given === null ? call : call.set('if-match', `"${given}"`);
}

/** Adds the next version and a revision, if the text differs; if not, a manual save keeps the last revision. */
function noteSave(known: Known, html: string, kind: Kept['kind']): void {
  const last = known.revisions.at(-1);
  if (html === known.html) {
    if (kind === 'manual' && last) last.kind = kind;
    return;
  }
  known.version++;
  known.html = html;
  if (kind === 'auto' && last?.kind === 'auto') Object.assign(last, { html, version: known.version });
  else known.revisions.push({ rev: (last?.rev ?? 0) + 1, kind, version: known.version, html });
}

async function take(known: Known, taken: Step): Promise<void> {
  const at = `/projects/${known.id}`;
  switch (taken.act) {
    case 'save': {
      const { status, body } = await put(known, taken);
      const wins = taken.match === 'current' || taken.match === 'absent';
      expect(status).toBe(known.isThere ? (wins ? 200 : 409) : 404);
      if (status === 409) expect(body.current).toMatchObject({ html: known.html, version: known.version });
      if (status === 200) noteSave(known, taken.html, taken.kind);
      return;
    }
    case 'bring back': {
      const revision = known.revisions.find(({ rev }) => rev === taken.rev);
      const { status } = await studio
        .call('post', `${at}/revisions/${taken.rev}/restore`, owner)
        .send({ version: revision?.version ?? 1 });
      expect(status).toBe(known.isThere && revision ? 200 : 404);
      if (status === 200) noteSave(known, revision?.html ?? '', 'manual');
      return;
    }
    case 'create again': {
      const { status, body } = await create(known.key, taken.other ? 'another' : 'one');
      expect(status).toBe(taken.other ? 422 : known.isThere ? 201 : 404);
      if (status === 201) expect(body).toMatchObject({ id: known.id, version: known.version });
      return;
    }
    case 'trash':
      await studio.call('delete', at, owner).expect(known.isThere ? 204 : 404);
      known.isThere = false;
      return;
    case 'restore':
      await studio.call('post', `${at}/restore`, owner).expect(200);
      known.isThere = true;
  }
}

async function keptRevisions(id: string): Promise<Kept[]> {
  const { body } = await studio.call('get', `/projects/${id}/revisions?limit=100`, owner).expect(200);
  const list = (body.data as RevisionSummary[]).toReversed();
  return Promise.all(
    list.map(async ({ rev, kind, version }) => {
      const one = await studio.call('get', `/projects/${id}/revisions/${rev}`, owner).expect(200);
      return { rev, kind, version, html: (one.body as Revision).html };
    }),
  );
}

const read = async ({ id }: Known): Promise<Project> =>
  (await studio.call('get', `/projects/${id}`, owner).expect(200)).body;

describe('any saves, creates, deletions and restores', () => {
  it('H34 leave version, text and revisions as a plain model of them says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const known = await newProject();
        for (const taken of steps) await take(known, taken);
        await take(known, { act: 'restore' });
        expect(await read(known)).toMatchObject({ version: known.version, html: known.html });
        expect(await keptRevisions(known.id)).toEqual(known.revisions);
      }),
      randomRuns(20),
    );
  });

  it('H27 of several tabs at once: one save wins each version, none goes back in time, each can be read as it was', async () => {
    const tab = fc.array(fc.constantFrom('follows', 'is stubborn', 'asks nothing'), {
      minLength: 3,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(fc.tuple(tab, tab, tab), async (tabs) => {
        const known = await newProject();
        const stored: Project[] = [];
        await Promise.all(
          tabs.map(async (ways, index) => {
            let seen = 1;
            for (const [turn, way] of ways.entries()) {
              const html = `tab ${index}, turn ${turn}`;
              const match = way === 'asks nothing' ? 'absent' : 'current';
              const { status, body } = await put(
                { ...known, version: seen },
                { act: 'save', match, kind: 'manual', html },
              );
              expect(match === 'absent' ? [200] : [200, 409]).toContain(status);
              if (status === 200) stored.push(body);
              // A save based on a version stores the next one, whatever the others do meanwhile.
              if (status === 200 && match === 'current') expect(body.version).toBe(seen + 1);
              // A tab without If-Match continues from what it has stored itself.
              if (status === 200 || way === 'follows') seen = (status === 200 ? body : body.current).version;
            }
          }),
        );
        const inOrder = stored.toSorted((one, other) => one.version - other.version);
        expect(inOrder.map(({ version }) => version)).toEqual(inOrder.map((_, index) => index + 2));
        const times = inOrder.map(({ updatedAt }) => Date.parse(updatedAt));
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(await read(known)).toEqual(inOrder.at(-1));
        expect((await keptRevisions(known.id)).slice(1)).toEqual(
          inOrder.map(({ version, html }) => ({ rev: version, kind: 'manual', version, html })),
        );
      }),
      randomRuns(15),
    );
  });
});
