import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import * as fc from 'fast-check';
import { randomRuns } from '../../../test/support/random-runs.js';
import { anotherAdmin, firstAdmin, setAdmin } from '../../../test/support/studio/admin-actions.js';
import { type SocketClient, socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { CounterUpdates } from './counter-updates.js';

let studio: TestStudio;
let owner: Person;
let admin: Person;
/** The roles of the model's tabs; null: without an account. */
let people: Record<Role, Person | null>;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.resident();
  admin = await firstAdmin(studio);
  people = { owner, reader: await studio.person(), admin: await anotherAdmin(studio, admin), embed: null };
});
afterAll(() => studio.stop());

const roles = ['owner', 'reader', 'admin', 'embed'] as const;
type Role = (typeof roles)[number];
const own = ['watch', 'unwatch', 'browse', 'cut', 'come back', 'sign out', 'lose the role'] as const;
const ofProject = ['publish', 'hide', 'embed', 'end embedding', 'trash', 'restore'] as const;
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom(...own), role: fc.constantFrom(...roles) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom(...ofProject) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A socket in the model. */
interface Follower {
  role: Role;
  person: Person | null;
  tab: SocketClient;
  isOn: boolean;
  isAdmin: boolean;
  watches: boolean;
  lists: boolean;
}

interface Scene {
  project: Project;
  isPublic: boolean;
  isEmbeddable: boolean;
  isThere: boolean;
  followers: Follower[];
}

async function follow(role: Role): Promise<Follower> {
  const person = people[role];
  const tab = await tabs.open(person ?? undefined);
  return { role, person, tab, isOn: true, isAdmin: role === 'admin', watches: false, lists: false };
}

async function newScene(): Promise<Scene> {
  const project = await studio.project(owner, { isPublic: true, isEmbeddable: true });
  const followers: Follower[] = [];
  for (const role of roles) followers.push(await follow(role));
  return { project, isPublic: true, isEmbeddable: true, isThere: true, followers };
}

function maySee({ isPublic, isEmbeddable, isThere }: Scene, { role, isAdmin }: Follower): boolean {
  return isThere && (isPublic || role === 'owner' || isAdmin || (role === 'embed' && isEmbeddable));
}

const put = ({ project: { id } }: Scene, fields: object) =>
  studio.call('put', `/projects/${id}`, owner).send(fields);

async function take(scene: Scene, taken: Step): Promise<void> {
  if ('role' in taken) {
    const follower = scene.followers.find(({ role }) => role === taken.role);
    if (follower) await act(scene, follower, taken.act);
    return;
  }
  const at = `/projects/${scene.project.id}`;
  if (taken.act === 'trash' || taken.act === 'restore') {
    const isEnd = taken.act === 'trash';
    const call = isEnd ? studio.call('delete', at, owner) : studio.call('post', `${at}/restore`, owner);
    await call.expect(isEnd ? (scene.isThere ? 204 : 404) : 200);
    scene.isThere = !isEnd;
  } else {
    const fields = {
      publish: { isPublic: true },
      hide: { isPublic: false },
      embed: { isEmbeddable: true },
      'end embedding': { isEmbeddable: false },
    }[taken.act];
    await put(scene, fields).expect(scene.isThere ? 200 : 404);
    if (!scene.isThere) return;
    const ended = taken.act === 'end embedding' && scene.isEmbeddable;
    Object.assign(scene, fields);
    // An embed goes with embedding, also where the project stays public (specification: Sockets).
    for (const follower of scene.followers)
      if (follower.isOn && follower.role === 'embed' && ended) follower.watches = false;
  }
  for (const follower of scene.followers) if (follower.isOn) forget(scene, follower);
}

/** Removes a follower from the rooms that it has no right to any more. */
function forget(scene: Scene, follower: Follower): void {
  follower.watches &&= maySee(scene, follower);
  follower.lists &&= scene.isThere && scene.isPublic;
}

async function act(scene: Scene, follower: Follower, what: (typeof own)[number]): Promise<void> {
  const { tab, role, person } = follower;
  const payload = { projectId: scene.project.id };
  if (what === 'come back') {
    if (follower.isOn) return;
    expect(await tab.reconnect()).toBe('connected');
    expect(tab.socket.recovered).toBe(true);
    follower.isOn = true;
    forget(scene, follower);
    return;
  }
  if (!follower.isOn) return;
  switch (what) {
    case 'watch':
      follower.watches = maySee(scene, follower);
      expect((await tab.watch(scene.project)).ok).toBe(follower.watches);
      return;
    case 'unwatch':
      expect(await tab.send('project:unwatch', payload)).toEqual({ ok: true });
      follower.watches = false;
      return;
    case 'browse': {
      const result = await tab.socket.emitWithAck('browse:watch', { projectIds: [scene.project.id] });
      expect(result.ok && result.data).toHaveLength(maySee(scene, follower) ? 1 : 0);
      follower.lists = maySee(scene, follower);
      return;
    }
    case 'cut':
      await tab.cut();
      follower.isOn = false;
      return;
    case 'sign out': {
      if (!person) return;
      const again = await signIn(studio, person.user.email, person.password);
      const ended = tab.ended();
      await studio.call('post', '/auth/logout', person).expect(204);
      await ended;
      expect(await tab.reconnect()).toBe('unauthorized');
      people[role] = again;
      if (role === 'owner') owner = again;
      Object.assign(follower, await follow(role), { isAdmin: follower.isAdmin });
      return;
    }
    case 'lose the role': {
      if (!follower.isAdmin || !person) return;
      const ended = tab.ended();
      await setAdmin(studio, admin, person, false).expect(200);
      await ended;
      await setAdmin(studio, admin, person, true).expect(200);
      Object.assign(follower, await follow(role));
    }
  }
}

let probes = 0;
/** Saves and likes once, and expects that each socket receives exactly the events that it should. */
async function expectEvents(scene: Scene): Promise<void> {
  const listening = scene.followers.filter(({ isOn }) => isOn);
  // Twice, so that nobody was told anything in the interval that begins.
  for (let i = 0; i < 2; i++) await studio.studio.app.get(CounterUpdates).endInterval();
  for (const { tab } of listening) await tab.settle();
  for (const { tab } of listening) tab.received.length = 0;
  await put(scene, { css: `probe ${probes++}` }).expect(scene.isThere ? 200 : 404);
  await studio.call('post', `/projects/${scene.project.id}/like`, owner).expect(scene.isThere ? 200 : 404);
  for (const { tab } of listening) await tab.settle();
  const received = listening.map(({ role, tab }) => [role, tab.received.map(([event]) => event)]);
  expect(received).toEqual(
    listening.map((follower) => [follower.role, scene.isThere ? eventsFor(scene, follower) : []]),
  );
}

function eventsFor({ isPublic }: Scene, { role, watches, lists }: Follower): string[] {
  const isOwn = role === 'owner';
  return [
    ...(isOwn ? ['project:save-status'] : []),
    ...(isOwn || watches ? ['project:save-status'] : []),
    ...(watches ? ['project:updated'] : []),
    ...(isOwn || watches || (lists && isPublic) ? ['project:likes'] : []),
    // The like is the owner's own.
    ...(isOwn ? ['project:liked'] : []),
  ];
}

describe('any joining and leaving, hiding and showing, cutting off and coming back', () => {
  it('gives each socket the events that a simple model predicts, after each step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const scene = await newScene();
        for (const taken of steps) {
          await take(scene, taken);
          await expectEvents(scene);
        }
        tabs.closeAll();
      }),
      randomRuns(12),
    );
  });

  it('of several at once: a socket that was admitted and not removed receives events; no other does', async () => {
    const watches = fc.array(fc.constantFrom('watch' as const, 'unwatch' as const), {
      minLength: 2,
      maxLength: 8,
    });
    const turns = fc.array(fc.constantFrom('publish', 'hide', 'embed', 'end embedding'), {
      minLength: 2,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(turns, watches, watches, async (changes, ofReader, ofEmbed) => {
        const scene = await newScene();
        const live = async (role: Role, steps: readonly ('watch' | 'unwatch')[]) => {
          const { tab } = scene.followers.find((one) => one.role === role) as Follower;
          let isIn = false;
          tab.socket.on('project:removed', () => {
            isIn = false;
          });
          // In the callback: after awaiting a promise, later events would have arrived as well.
          for (const what of steps)
            await new Promise<void>((answered) => {
              tab.socket.emit(
                `project:${what}`,
                { projectId: scene.project.id },
                ({ ok }: { ok: boolean }) => {
                  isIn = what === 'watch' && ok;
                  answered();
                },
              );
            });
          await tab.settle();
          return () => isIn;
        };
        const [readerIsIn, embedIsIn] = await Promise.all([
          live('reader', ofReader),
          live('embed', ofEmbed),
          (async () => {
            for (const change of changes) await take({ ...scene, followers: [] }, { act: change });
          })(),
        ]);
        for (const { tab } of scene.followers) await tab.settle();
        const last = (of: string[]) => changes.findLast((change) => of.includes(change)) === of[0];
        scene.isPublic = !last(['hide', 'publish']);
        scene.isEmbeddable = !last(['end embedding', 'embed']);
        for (const follower of scene.followers) {
          if (follower.role === 'reader') follower.watches = readerIsIn();
          if (follower.role === 'embed') follower.watches = embedIsIn();
          if (follower.watches)
            expect({ follower: follower.role, maySee: maySee(scene, follower) }).toEqual({
              follower: follower.role,
              maySee: true,
            });
        }
        await expectEvents(scene);
        tabs.closeAll();
      }),
      randomRuns(15),
    );
  });
});
