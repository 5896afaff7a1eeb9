import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import * as fc from 'fast-check';
import { randomRuns } from '../../../../test/support/random-runs.js';
import { firstAdmin } from '../../../../test/support/studio/admin-actions.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';
import { ProjectViewsService } from './project-views.service.js';

let studio: TestStudio;
let people: Person[];
let admin: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  people = await Promise.all([studio.resident(), studio.resident(), studio.resident()]);
  admin = await firstAdmin(studio);
});
afterAll(() => studio.stop());

const acts = ['create', 'like', 'unlike', 'toggle', 'view', 'fork', 'hide', 'show'] as const;
const ends = ['trash', 'restore', 'purge'] as const;
type Act = (typeof acts)[number] | (typeof ends)[number];
interface Step {
  act: Act;
  /** An index into `people`. */
  who: number;
  /** An index into the model's projects, which may not exist. */
  which: number;
}
const stepsOf = (some: fc.Arbitrary<Act>, who = fc.nat(2), which = fc.nat(4)) =>
  fc.array(fc.record({ act: some, who, which }), { minLength: 10, maxLength: 40 });

/** A project in the model. */
interface Known {
  id: string;
  owner: number;
  isPublic: boolean;
  state: 'there' | 'trash' | 'gone';
  likers: Set<number>;
  viewers: Set<number>;
  forks: number;
}
type Model = Known[];

const added = (model: Model, owner: number, { id, isPublic }: Project) =>
  model.push({ id, owner, isPublic, state: 'there', likers: new Set(), viewers: new Set(), forks: 0 });

function send({ act, who }: Step, id: string) {
  const call = (method: 'get' | 'post' | 'put' | 'delete', path = '', by = people[who]) =>
    studio.call(method, `/projects/${id}${path}`, by);
  switch (act) {
    case 'create':
      return studio.call('post', '/projects', people[who]).send({ isPublic: true });
    case 'like':
      return call('put', '/like');
    case 'unlike':
      return call('delete', '/like');
    case 'toggle':
      return call('post', '/like');
    case 'view':
      return call('get');
    case 'fork':
    case 'restore':
      return call('post', `/${act}`);
    case 'hide':
    case 'show':
      return call('put').send({ isPublic: act === 'show' });
    case 'trash':
      return call('delete');
    case 'purge':
      return studio.call('delete', `/admin/projects/${id}`, admin);
  }
}

/** The expected status by the present rights. */
function responseTo({ act, who }: Step, { owner, isPublic, state }: Known): number {
  const isOwn = who === owner;
  if (act === 'purge') return state === 'gone' ? 404 : 204;
  if (act === 'restore') return isOwn && state !== 'gone' ? 200 : 404;
  if (state !== 'there' || !(isOwn || isPublic)) return 404;
  if (act === 'fork') return isPublic ? 201 : 403;
  if (act === 'hide' || act === 'show' || act === 'trash') {
    if (!isOwn) return 403;
    return act === 'trash' ? 204 : 200;
  }
  return 200;
}

/** Updates the model by an acknowledged step. */
function note(model: Model, project: Known, { act, who }: Step, body: Project): void {
  const liked = () => project.likers[body.isLiked ? 'add' : 'delete'](who);
  const changes: Record<Act, () => unknown> = {
    create: () => added(model, who, body),
    like: liked,
    unlike: liked,
    toggle: liked,
    view: () => who !== project.owner && project.viewers.add(who),
    fork: () => {
      project.forks++;
      added(model, who, body);
    },
    hide: () => Object.assign(project, { isPublic: false }),
    show: () => Object.assign(project, { isPublic: true }),
    trash: () => Object.assign(project, { state: 'trash' }),
    restore: () => Object.assign(project, { state: 'there' }),
    purge: () => Object.assign(project, { state: 'gone' }),
  };
  changes[act]();
}

/** A public project of each person. */
async function freshModel(owners: number[]): Promise<Model> {
  const { sql } = studio.studio.app.get(Database);
  await sql.deleteFrom('projects').execute();
  const model: Model = [];
  for (const owner of owners)
    added(model, owner, await studio.project(people[owner] as Person, { isPublic: true }));
  return model;
}

/** The figures and likers of each project, and the sums of each author. */
async function expectCounts(model: Model): Promise<void> {
  await studio.studio.app.get(ProjectViewsService).flush();
  for (const [who, person] of people.entries()) {
    const own = model.filter(({ owner, state }) => owner === who && state === 'there');
    const sum = (count: (project: Known) => number) => own.reduce((total, one) => total + count(one), 0);
    expect((await studio.call('get', '/users/me/stats', person).expect(200)).body).toMatchObject({
      projects: own.length,
      publicProjects: sum(({ isPublic }) => Number(isPublic)),
      likesReceived: sum(({ likers }) => likers.size),
      views: sum(({ viewers }) => viewers.size),
      forks: sum(({ forks }) => forks),
    });
    for (const { id, likers, viewers, forks, isPublic } of own) {
      const { body } = await studio.call('get', `/projects/${id}`, person).expect(200);
      const counts = { likes: likers.size, views: viewers.size, forkCount: forks, isPublic };
      expect(body).toMatchObject({ ...counts, isLiked: likers.has(who) });
    }
  }
  const { sql } = studio.studio.app.get(Database);
  const rows = await sql.selectFrom('project_likes').select('project_id').execute();
  const kept = model.filter(({ state }) => state !== 'gone');
  expect(rows).toHaveLength(kept.reduce((total, { likers }) => total + likers.size, 0));
}

/** Restores projects from the trash, to check that they have kept their figures. */
async function expectCountsOfAll(model: Model): Promise<void> {
  await expectCounts(model);
  for (const project of model) {
    if (project.state !== 'trash') continue;
    await studio.call('post', `/projects/${project.id}/restore`, people[project.owner]).expect(200);
    project.state = 'there';
  }
  await expectCounts(model);
}

describe('any likes, views, forks, deletions and restores', () => {
  it('result in the figures that a simple model predicts, with responses by the present rights', async () => {
    const steps = stepsOf(fc.constantFrom(...acts, ...ends));
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const model = await freshModel([0, 1, 2]);
        for (const step of taken) {
          const project = model[step.which] as Known;
          if (!project) continue;
          const { status, body } = await send(step, project.id);
          expect({ step, status }).toEqual({
            step,
            status: step.act === 'create' ? 201 : responseTo(step, project),
          });
          if (status < 400) note(model, project, step, body);
        }
        await expectCountsOfAll(model);
      }),
      randomRuns(20),
    );
  });

  it('H45 of several people at once result in the acknowledged figures: one like per liker, one view per viewer', async () => {
    const lines = fc.tuple(
      stepsOf(fc.constantFrom('trash', 'restore', 'fork', 'like'), fc.constant(0), fc.nat(1)),
      stepsOf(fc.constantFrom('like', 'unlike', 'toggle', 'view', 'fork'), fc.constant(1), fc.nat(1)),
      stepsOf(fc.constantFrom('like', 'unlike', 'toggle', 'view', 'fork'), fc.constant(2), fc.nat(1)),
    );
    await fc.assert(
      fc.asyncProperty(lines, async (actors) => {
        const model = await freshModel([0, 0]);
        const live = async (steps: Step[]) => {
          for (const step of steps) {
            const project = model[step.which] as Known;
            const { status, body } = await send(step, project.id);
            expect([200, 201, 204, 404]).toContain(status);
            if (status < 400) note(model, project, step, body);
          }
        };
        await Promise.all(actors.map(live));
        await expectCountsOfAll(model);
      }),
      randomRuns(10),
    );
  });
});
