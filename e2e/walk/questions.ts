import type { Account } from '../fixtures/accounts.ts';
import type { Scene } from './scene.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Tab } from './tab.ts';

/** Prepares a tab for a step: on a page of the studio, signed in, without an open dialog. */
export async function makeReady(scene: Scene, tab: Tab, random: SeededRandom): Promise<void> {
  const { studio } = tab;
  const [other, stays] = [random.chance(0.3), random.chance(0.3)];
  // An open dialog hides what is below it.
  const screen = studio.title
    .or(tab.login.login)
    .or(studio.confirmation)
    .or(tab.page.getByRole('dialog'))
    .first();
  // The tab has gone back beyond the first page, or shows an error page because it was offline.
  if ((await tab.page.evaluate(() => location.protocol)) !== 'http:') {
    await scene.setOffline(false);
    await tab.page.goto(tab.page.url().startsWith(scene.url) ? tab.page.url() : scene.url);
  }
  await screen.waitFor({ timeout: 30_000 });
  if (await tab.isAtLogin()) await signIn(scene, tab, scene.people[other ? 1 : 0]);
  await answerQuestion(scene, tab, random);
  if (await studio.conflict.isVisible()) await resolveConflict(scene, tab, random, stays);
  if (await tab.page.getByRole('dialog').first().isVisible()) await tab.page.keyboard.press('Escape');
}

export async function signIn(scene: Scene, tab: Tab, person: Account): Promise<void> {
  await scene.setOffline(false);
  await tab.login.signIn(person);
  await tab.studio.title.waitFor();
}

/** Answers a confirmation that appears within 250 ms, mostly with yes. @returns 'yes', 'no', or '' without one */
export async function answerQuestion(scene: Scene, tab: Tab, random: SeededRandom): Promise<string> {
  const agrees = random.chance(0.8);
  const { confirmation } = tab.studio;
  const asked = await confirmation.waitFor({ timeout: 250 }).then(
    () => true,
    () => false,
  );
  if (!asked) return '';
  const isLogout = (await confirmation.textContent())?.includes('logout');
  const person = await scene.personIn(tab);
  if (agrees && isLogout && person) await scene.discardUnsaved(person, await tab.names());
  const buttons = confirmation.getByRole('button');
  await (agrees ? buttons.first() : confirmation.getByRole('button', { name: 'Cancel' })).click();
  return agrees ? 'yes' : 'no';
}

async function resolveConflict(scene: Scene, tab: Tab, random: SeededRandom, stays: boolean): Promise<void> {
  const choice = random.pick(['Keep mine', 'Take theirs', 'Save as copy']);
  if (stays) return tab.page.keyboard.press('Escape');
  const id = tab.projectId();
  const names = [...(await tab.names()), ...(id === null ? [] : await scene.namesOf(id))];
  const person = await scene.personIn(tab);
  if (choice !== 'Save as copy') scene.ledger.discard(names);
  else if (person) scene.ledger.allowProject(person.user.id, names);
  await tab.studio.conflict.getByRole('button', { name: choice }).click();
  await tab.studio.conflict.waitFor({ state: 'hidden', timeout: 3_000 }).catch(() => undefined);
}
