import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type { Account, Address } from '../fixtures/accounts.ts';
import { misplaced, missing } from './findings.ts';
import { namesIn } from './ledger.ts';
import { makeReady, signIn } from './questions.ts';
import { Scene } from './scene.ts';
import { SeededRandom } from './seeded-random.ts';
import { steps } from './steps.ts';
import { Tab } from './tab.ts';

/** Longest time of a save on a busy machine, including repetitions after a lost connection. */
const settledWithinMs = 20_000;

/**
 * Takes `count` steps, which the seed determines, in two tabs, and then compares what was typed with what exists.
 * Returns a description of each fault; calls `log` after each step. What a step does also depends on timing, so the
 * same seed leads to nearly the same walk.
 */
export async function walk(
  browser: Browser,
  studio: Address,
  { seed, steps: count }: { seed: number; steps: number },
  log: (line: string) => void,
): Promise<string[]> {
  const scene = await Scene.open(browser, studio);
  try {
    for (let number = 1; number <= count; number += 1)
      await takeStep(scene, new SeededRandom(`${seed}/${number}`), number, log);
    return await compare(scene, log);
  } finally {
    await scene.context.close();
  }
}

async function takeStep(
  scene: Scene,
  random: SeededRandom,
  number: number,
  log: (line: string) => void,
): Promise<void> {
  const [tab, step] = [random.pick(scene.tabs), random.weighted(steps)];
  const startedAt = performance.now();
  let result: string | void;
  try {
    await makeReady(scene, tab, random);
    result = await step.take(scene, tab, random);
  } catch (error) {
    // The step is not possible in this state, so skip it.
    result = `could not: ${String(error).split('\n')[0]}`;
  }
  const ms = Math.round(performance.now() - startedAt);
  const path = tab.page.url().replace(scene.url, '');
  log(`${number} tab ${tab.number} ${step.name}: ${result ?? ''} (${path}, ${ms} ms)`);
}

async function compare(scene: Scene, log: (line: string) => void): Promise<string[]> {
  await scene.setOffline(false);
  const findings: string[] = [];
  for (const tab of scene.tabs) {
    await makeReady(scene, tab, new SeededRandom('last'));
    const state = await settle(tab);
    log(
      `tab ${tab.number} ends: ${state} ${(await tab.names()).join()} (${tab.page.url().replace(scene.url, '')})`,
    );
    if (state === 'Unsaved') findings.push(`tab ${tab.number} stays Unsaved, and does not say why`);
  }
  const accounts = await Promise.all(scene.people.map((person) => scene.holdings(person)));
  for (const { userId, projects } of accounts)
    for (const { id, text } of projects)
      log(`${scene.person(userId)?.username} has ${id}: ${namesIn(text).join()}`);
  findings.push(...misplaced(scene.ledger, accounts));
  const unfound = missing(scene.ledger, accounts);
  const lost = unfound.length === 0 ? [] : await lookForOffers(scene, unfound, log);
  return [...findings, ...lost.map((name) => `${name} is lost`)];
}

/** Waits until a tab shows that all is saved, or why not. @returns its badge; 'Unsaved' also after the time limit */
async function settle({ studio, page }: Tab): Promise<string> {
  const deadline = performance.now() + settledWithinMs;
  const excuse = page
    .getByRole('alert')
    .filter({ hasText: 'Not saved' })
    .or(studio.button('Resolve conflict'))
    .or(page.getByText('This project was removed'));
  for (;;) {
    const badge = (await studio.badge.textContent()) ?? '';
    if (badge !== 'Unsaved' && badge !== 'Saving...') return badge;
    if (await excuse.first().isVisible()) return 'Unsaved, and says why';
    if (performance.now() > deadline) return 'Unsaved';
    await pause(100);
  }
}

/**
 * Looks for marks on screen, then among the texts offered where they were typed, at other projects of the person, such
 * as forks, and at `/`. @returns those not found
 */
async function lookForOffers(scene: Scene, names: string[], log: (line: string) => void): Promise<string[]> {
  const left = new Set(names);
  for (const tab of scene.tabs) {
    const here = await scene.personIn(tab);
    for (const name of await tab.allNames()) if (ownerOf(scene, name) === here) left.delete(name);
  }
  if (left.size === 0) return [];
  for (const tab of scene.tabs) await tab.page.close();
  for (const person of scene.people) {
    const theirs = () => [...left].filter((name) => ownerOf(scene, name) === person);
    if (theirs().length === 0) continue;
    const homes = theirs().map((name) => scene.ledger.marks.get(name)?.projectId);
    const own = (await scene.projects(person)).map(({ id }) => id);
    for (const id of new Set([...homes, null, ...own]))
      for (let offers = 0; offers < maxOffers && theirs().length > 0; offers += 1) {
        const path = id ? `/project/${id}` : '/';
        const found = await takeOffer(scene, person, path);
        log(`${person.username} finds ${found.names.join()} at ${path}`);
        for (const name of found.names) left.delete(name);
        if (!found.offered) break;
        await discardOffer(scene, person, path);
      }
  }
  return [...left];
}

const maxOffers = 6;

function ownerOf(scene: Scene, name: string): Account | undefined {
  return scene.person(scene.ledger.marks.get(name)?.userId ?? null);
}

/** Opens a page in a new tab and accepts the text that it offers. @returns all marks seen, and if it offered any */
async function takeOffer(scene: Scene, person: Account, path: string) {
  const tab = await openAs(scene, person, path);
  const offered = await isOffered(tab);
  const names = await tab.allNames();
  if (offered) {
    const offer = tab.studio.button('Restore');
    await offer.click();
    const replace = tab.studio.confirmation.getByRole('button', { name: 'Restore' });
    await replace.click({ timeout: 1_000 }).catch(() => undefined);
    // Unsaved text that it replaces is offered in its place.
    await offer.waitFor({ state: 'hidden', timeout: 3_000 }).catch(() => undefined);
    names.push(...(await tab.allNames()));
  }
  await tab.page.close();
  return { offered, names };
}

/** Discards the text that was accepted last, which is offered first, so that the one before it is offered next. */
async function discardOffer(scene: Scene, person: Account, path: string): Promise<void> {
  const tab = await openAs(scene, person, path);
  if (await isOffered(tab)) await tab.studio.button('Discard').click();
  await tab.page.close();
}

async function openAs(scene: Scene, person: Account, path: string): Promise<Tab> {
  const tab = await Tab.open(9, scene.context, `${scene.url}${path}`);
  await tab.studio.title.or(tab.login.login).first().waitFor();
  if ((await scene.personIn(tab)) !== person) {
    const there = await scene.personIn(tab);
    if (there) await tab.studio.chooseFromUserMenu(there.username, 'Logout');
    await tab.login.login.waitFor();
    await signIn(scene, tab, person);
    await tab.page.goto(`${scene.url}${path}`);
  }
  await tab.studio.loaded();
  return tab;
}

function isOffered({ studio }: Tab): Promise<boolean> {
  return studio
    .button('Restore')
    .waitFor({ timeout: 3_000 })
    .then(
      () => true,
      () => false,
    );
}
