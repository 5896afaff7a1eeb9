import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import type { Asset } from '@studio/contract/http/assets';
import * as fc from 'fast-check';
import { randomRuns } from '../../../test/support/random-runs.js';
import { type TestLibrary, testLibrary } from '../../../test/support/requests/test-library.js';
import { runJobs } from '../../../test/support/studio/run-jobs.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';
import { AssetReconciliationService } from './reconciliation/asset-reconciliation.service.js';

let studio: TestStudio;
let library: TestLibrary;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
});
afterAll(() => studio.stop());

type Step =
  | { do: 'upload'; who: number; name: string; content: string }
  | { do: 'remove'; which: number }
  | { do: 'publish'; who: number; names: number[] }
  | { do: 'fork'; who: number; which: number }
  | { do: 'drop'; which: number }
  | { do: 'reconcile' };

const who = fc.nat(2);
const which = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('upload' as const),
      who,
      name: fc.constantFrom('a.txt', 'A.txt', 'b.md', 'a (2).txt'),
      content: fc.constantFrom('x', 'xx', 'a longer text', 'é'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      who,
      names: fc.array(which, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fork' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
);

/** The model: the expected state after some steps. */
class Model {
  readonly assets: { asset: Asset; owner: number; content: string; live: boolean }[] = [];
  readonly projects: { id: string; owner: number; named: Asset[]; keeps: Asset[]; there: boolean }[] = [];

  constructor(readonly people: Person[]) {}

  own(owner: number) {
    return this.assets.filter((entry) => entry.live && entry.owner === owner);
  }

  /** Whether it exists, or an existing project keeps it. */
  isServed(id: string): boolean {
    return (
      this.assets.some((entry) => entry.asset.id === id && entry.live) ||
      this.projects.some(({ there, keeps }) => there && keeps.some((kept) => kept.id === id))
    );
  }

  /** Whether a fork may: of others, only what belongs to the source's owner or what the source keeps (ADR 12). */
  mayKeep(id: string, forker: number, source: Model['projects'][number]): boolean {
    const owner = this.assets.find(({ asset }) => asset.id === id)?.owner;
    return owner === forker || owner === source.owner || source.keeps.some((kept) => kept.id === id);
  }

  nameFor(owner: number, name: string): string {
    const taken = new Set(this.own(owner).map(({ asset }) => asset.name.toLowerCase()));
    const numbered = (n: number) => (n === 1 ? name : name.replace(/(\.\w+)$/, ` (${n})$1`));
    let n = 1;
    while (taken.has(numbered(n).toLowerCase())) n++;
    return numbered(n);
  }
}

async function take(model: Model, taken: Step): Promise<void> {
  switch (taken.do) {
    case 'upload': {
      const expected = model.nameFor(taken.who, taken.name);
      const asset = await library.add(model.people[taken.who] as Person, taken.name, taken.content);
      expect(asset).toMatchObject({ name: expected, size: Buffer.byteLength(taken.content) });
      model.assets.push({ asset, owner: taken.who, content: taken.content, live: true });
      return;
    }
    case 'remove': {
      const entry = model.assets[taken.which];
      if (!entry) return;
      const status = entry.live ? 204 : 404;
      await library.remove(model.people[entry.owner] as Person, entry.asset).expect(status);
      entry.live = false;
      return;
    }
    case 'publish': {
      const named = taken.names.flatMap((index) => model.assets[index]?.asset ?? []);
      const html = named.map(({ url }) => `<img src="${url}">`).join('');
      const { id } = await studio.project(model.people[taken.who] as Person, { html, isPublic: true });
      model.projects.push({ id, owner: taken.who, named, keeps: [], there: true });
      return;
    }
    case 'fork': {
      const source = model.projects[taken.which];
      if (!source?.there) return;
      const forker = model.people[taken.who] as Person;
      const { body } = await studio.call('post', `/projects/${source.id}/fork`, forker).expect(201);
      await studio.call('put', `/projects/${body.id}`, forker).send({ isPublic: true }).expect(200);
      const keeps = source.named.filter(
        ({ id }) => model.isServed(id) && model.mayKeep(id, taken.who, source),
      );
      model.projects.push({ id: body.id, owner: taken.who, named: source.named, keeps, there: true });
      return;
    }
    case 'drop': {
      const project = model.projects[taken.which];
      if (!project?.there) return;
      await studio.call('delete', `/projects/${project.id}`, model.people[project.owner]).expect(204);
      const { sql } = studio.studio.app.get(Database);
      await sql
        .updateTable('projects')
        .set({ deleted_at: new Date(Date.now() - durations.trash) })
        .where('id', '=', project.id)
        .execute();
      await runJobs(studio, 'trash');
      project.there = false;
      return;
    }
    case 'reconcile':
      await reconcile();
  }
}

const reconcile = () =>
  studio.studio.app
    .get(AssetReconciliationService)
    .reconcile(new Date(Date.now() + 25 * 3_600_000), new AbortController().signal);

describe('any uploads, deletions, forks and reconciliations', () => {
  it('leave what a plain model of them says: names, sums, and which bytes are served', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const model = new Model([await studio.person(), await studio.person(), await studio.person()]);
        for (const taken of steps) await take(model, taken);
        await reconcile();
        for (const [index, person] of model.people.entries()) {
          const own = model.own(index).map(({ asset }) => asset);
          const byId = (a: Asset, b: Asset) => a.id.localeCompare(b.id);
          expect((await library.assets(person)).toSorted(byId)).toEqual(own.toSorted(byId));
          expect(await library.storage(person)).toMatchObject({
            totalUsed: own.reduce((sum, { size }) => sum + size, 0),
            assetCount: own.length,
          });
        }
        const { sql } = studio.studio.app.get(Database);
        const known = new Set((await sql.selectFrom('assets').select('id').execute()).map(({ id }) => id));
        for (const { asset, content } of model.assets) {
          expect(known.has(asset.id)).toBe(model.isServed(asset.id));
          if (known.has(asset.id)) expect((await library.serve(asset)).content.toString()).toBe(content);
        }
        const objects = await sql.selectFrom('stored_objects').select('storage_key').execute();
        const keys = objects.map(({ storage_key }) => storage_key);
        expect((await library.stored()).toSorted()).toEqual(keys.toSorted());
      }),
      randomRuns(20),
    );
  });
});
