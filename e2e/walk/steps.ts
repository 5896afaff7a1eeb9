import { setTimeout as pause } from 'node:timers/promises';
import { projectRoutes } from '@studio/contract/http/projects';
import { reportRoutes } from '@studio/contract/http/reports';
import type { Account } from '../fixtures/accounts.ts';
import { hideAndShow } from '../fixtures/page-events.ts';
import { callApi } from '../stack/api.ts';
import { namesIn } from './ledger.ts';
import { answerQuestion } from './questions.ts';
import { type Scene, textOf } from './scene.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Tab } from './tab.ts';

/** An action of the person in a tab, or of another device or person. `take` returns what exactly it did. */
export interface Step {
  name: string;
  /** Its relative frequency. */
  weight: number;
  take(scene: Scene, tab: Tab, random: SeededRandom): Promise<string | void>;
}

export const steps: readonly Step[] = [
  { name: 'type', weight: 12, take: type },
  { name: 'save', weight: 3, take: save },
  { name: 'new project', weight: 2, take: startNew },
  { name: 'open by address', weight: 4, take: openByAddress },
  { name: 'load', weight: 2, take: load },
  { name: 'fork', weight: 2, take: fork },
  { name: 'delete', weight: 1, take: deleteHere },
  { name: 'remove elsewhere', weight: 2, take: removeElsewhere },
  { name: 'bring back', weight: 1, take: bringBack },
  { name: 'save elsewhere', weight: 1, take: saveElsewhere },
  { name: 'visibility', weight: 1, take: changeVisibility },
  { name: 'restore a revision', weight: 1, take: restoreRevision },
  { name: 'rename', weight: 1, take: rename },
  { name: 'answer a notice', weight: 3, take: answerNotice },
  { name: 'hide and show', weight: 2, take: (_, tab) => hideAndShow(tab.page) },
  { name: 'reload', weight: 2, take: reload },
  { name: 'back', weight: 2, take: (_, tab) => tab.page.evaluate(() => history.back()) },
  { name: 'forward', weight: 1, take: (_, tab) => tab.page.evaluate(() => history.forward()) },
  { name: 'close and open', weight: 1, take: closeAndOpen },
  { name: 'connection', weight: 3, take: toggleConnection },
  { name: 'log out', weight: 1, take: logOut },
  { name: 'wait', weight: 3, take: wait },
];

async function type(scene: Scene, tab: Tab, random: SeededRandom) {
  const { ledger } = scene;
  const language = random.pick(['html', 'css', 'js'] as const);
  const person = await scene.personIn(tab);
  if (!person) return;
  const mark = ledger.type(person.user.id, await scene.projectOn(tab));
  const code = language === 'html' ? `<p>${mark.name} typed</p>` : `/* ${mark.name} typed */`;
  await tab.studio[language].append(code);
  const deadline = performance.now() + 3_000;
  while (!(await tab.names()).includes(mark.name)) {
    if (performance.now() < deadline) continue;
    // Something covered the editor or replaced its text while it was typed into.
    ledger.discard([mark.name]);
    return `${mark.name}, which nothing took`;
  }
  // The project changed during typing, so the mark may be in either one.
  if ((await scene.projectOn(tab)) !== mark.projectId) mark.projectId = null;
  return `${mark.name} as ${language} in ${mark.projectId}`;
}

async function save(scene: Scene, tab: Tab, random: SeededRandom) {
  const byKey = random.chance(0.5);
  await allowProjectHere(scene, tab);
  if (byKey) await tab.page.keyboard.press('Control+s');
  else await tab.studio.header.getByRole('button', { name: /^(Save|Saved|Save Copy|Saving\.\.\.)$/ }).click();
  return byKey ? 'by key' : 'by button';
}

async function startNew(scene: Scene, tab: Tab, random: SeededRandom) {
  await tab.studio.button('New').click();
  return answerQuestion(scene, tab, random);
}

async function openByAddress(scene: Scene, tab: Tab, random: SeededRandom) {
  const person = await scene.personIn(tab);
  const own = person ? (await scene.projects(person)).map(({ id }) => id) : [];
  const id = random.pick([...own, ...scene.ledger.shared, null]);
  await tab.page.goto(id === null ? scene.url : `${scene.url}/project/${id}`);
  return id ?? '/';
}

async function load(scene: Scene, tab: Tab, random: SeededRandom) {
  const { yourProjects } = tab.studio;
  await tab.studio.button('Projects').click();
  const buttons = yourProjects.dialog.getByRole('button', { name: 'Load', exact: true });
  await buttons.first().waitFor();
  await buttons.nth(random.below(await buttons.count())).click();
  const answer = await answerQuestion(scene, tab, random);
  await yourProjects.dialog.waitFor({ state: 'hidden', timeout: 3_000 }).catch(() => undefined);
  return `${tab.projectId()} ${answer}`;
}

async function fork(scene: Scene, tab: Tab) {
  await allowProject(scene, tab);
  await tab.studio.button('Fork').click();
}

async function deleteHere(scene: Scene, tab: Tab, random: SeededRandom) {
  const person = await scene.personIn(tab);
  if (!person) return;
  const before = await scene.projects(person);
  const { yourProjects, confirmation } = tab.studio;
  await tab.studio.button('Projects').click();
  const buttons = yourProjects.dialog.getByRole('button', { name: 'Delete', exact: true });
  await buttons.first().waitFor();
  await buttons.nth(random.below(await buttons.count())).click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await tab.studio.toast('Project deleted').waitFor({ timeout: 3_000 });
  await tab.page.keyboard.press('Escape');
  const after = new Set((await scene.projects(person)).map(({ id }) => id));
  const gone = before.filter(({ id }) => !after.has(id));
  for (const project of gone) noteRemoval(scene, project.id, namesIn(textOf(project)));
  return gone.map(({ id }) => id).join();
}

/** Removes a project from another device of its owner, or as a moderator. */
async function removeElsewhere(scene: Scene, tab: Tab, random: SeededRandom) {
  const target = await projectOnScreen(scene, tab, random);
  const how = random.pick(['delete', 'hide', 'take down']);
  if (!target) return;
  const { owner, project } = target;
  const { id } = project;
  const params = { id };
  const names = await scene.namesOf(id);
  if (how === 'delete') await callApi(scene.url, projectRoutes.deleteProject, { token: owner.token, params });
  else if (!project.isPublic) return 'not public';
  else if (how === 'hide') await setPublic(scene, owner, id, false);
  else {
    const reporter = scene.people.find((person) => person !== owner) as Account;
    const body = { reason: 'spam' as const };
    const report = await callApi(scene.url, reportRoutes.reportProject, {
      token: reporter.token,
      params,
      body,
    });
    await callApi(scene.url, reportRoutes.resolveReport, {
      token: scene.admin.token,
      params: { id: report.id },
      body: { action: 'remove' },
    });
  }
  noteRemoval(scene, id, names);
  return `${how} ${id} of ${owner.username}`;
}

async function bringBack(scene: Scene, _: Tab, random: SeededRandom) {
  const owner = random.pick(scene.people);
  const { token } = owner;
  const { data } = await callApi(scene.url, projectRoutes.listTrash, { token });
  const hidden = (await scene.projects(owner)).filter(
    ({ isPublic, id }) => !isPublic && scene.ledger.shared.has(id),
  );
  const [trashed, isHidden] = [data[0], hidden[0]];
  if (trashed) await callApi(scene.url, projectRoutes.restoreProject, { token, params: { id: trashed.id } });
  else if (isHidden) await setPublic(scene, owner, isHidden.id, true);
  return trashed?.id ?? isHidden?.id;
}

async function saveElsewhere(scene: Scene, tab: Tab, random: SeededRandom) {
  const target = await projectOnScreen(scene, tab, random);
  if (!target) return;
  const { owner, project } = target;
  const { name } = scene.ledger.type(owner.user.id, project.id);
  try {
    await callApi(scene.url, projectRoutes.updateProject, {
      token: owner.token,
      params: { id: project.id },
      headers: { 'if-match': `"${project.version}"` },
      body: { html: `${project.html}<p>${name} from elsewhere</p>` },
    });
  } catch (error) {
    scene.ledger.discard([name]);
    throw error;
  }
  return `${name} in ${project.id}`;
}

async function changeVisibility(scene: Scene, tab: Tab) {
  const id = tab.projectId();
  if (id === null) return;
  const names = await scene.namesOf(id);
  const button = tab.studio.header.getByRole('button', { name: /^(Public|Private)$/ });
  const item = (await button.textContent()) === 'Public' ? 'Make private' : 'Make public';
  await tab.studio.chooseVisibility(item);
  if (item === 'Make public') scene.ledger.shared.add(id);
  else noteRemoval(scene, id, names);
  return `${item} ${id}`;
}

async function restoreRevision(scene: Scene, tab: Tab, random: SeededRandom) {
  const [id, person] = [tab.projectId(), await scene.personIn(tab)];
  const own = person && (await scene.projects(person)).find((project) => project.id === id);
  if (id === null || !own) return;
  const names = [...(await scene.namesOf(id)), ...(await tab.names())];
  const { revisions } = tab.studio;
  await tab.studio.chooseFromProjectMenu('Revision history');
  await revisions.choices.first().waitFor();
  await revisions.choices.nth(random.below(await revisions.choices.count())).press('Space');
  scene.ledger.discard(names);
  return (await revisions.restoreChosen()) ? id : undefined;
}

async function rename(scene: Scene, tab: Tab) {
  const { ledger } = scene;
  const person = await scene.personIn(tab);
  if (!person) return;
  ledger.discard(namesIn(await tab.studio.title.inputValue()));
  const { name } = ledger.type(person.user.id, await scene.projectOn(tab));
  await tab.studio.title.fill(`Title ${name}`);
  await tab.page.keyboard.press('Enter');
  return name;
}

async function answerNotice(scene: Scene, tab: Tab, random: SeededRandom) {
  const names = ['Restore', 'Keep as my copy', 'Resolve conflict', 'Dismiss', 'Discard'];
  const preference = random.chance(0.8) ? names : names.toReversed();
  for (const name of preference) {
    const button = tab.studio.button(name).first();
    if (!(await button.isVisible())) continue;
    if (name === 'Keep as my copy') await allowProject(scene, tab);
    if (name === 'Discard') {
      const person = await scene.personIn(tab);
      const shown = (await Promise.all(scene.tabs.map((other) => other.names()))).flat();
      const others = [...scene.ledger.marks.keys()].filter((mark) => !shown.includes(mark));
      if (person) await scene.discardUnsaved(person, others);
    }
    await button.click({ timeout: 3_000 });
    return name;
  }
  return 'none';
}

async function reload(_: Scene, tab: Tab) {
  await tab.page.reload();
}

async function closeAndOpen(scene: Scene, tab: Tab, random: SeededRandom) {
  const address = random.chance(0.5) && tab.projectId() !== null ? `/project/${tab.projectId()}` : '/';
  await tab.replace(`${scene.url}${address}`);
  return address;
}

async function toggleConnection(scene: Scene) {
  await scene.setOffline(!scene.offline);
  return scene.offline ? 'lost' : 'back';
}

async function logOut(scene: Scene, tab: Tab, random: SeededRandom) {
  const person = await scene.personIn(tab);
  if (!person) return;
  await tab.studio.chooseFromUserMenu(person.username, 'Logout');
  return answerQuestion(scene, tab, random);
}

async function wait(_: Scene, __: Tab, random: SeededRandom) {
  const milliseconds = random.pick([100, 300, 700, 2_200, 3_000]);
  await pause(milliseconds);
  return `${milliseconds} ms`;
}

/** The project on screen with its owner, else a project of a random person; null if there is none. */
async function projectOnScreen(scene: Scene, tab: Tab, random: SeededRandom) {
  const owner = random.pick(scene.people);
  const shownId = tab.projectId();
  const all = await Promise.all(
    scene.people.map(async (person) =>
      (await scene.projects(person)).map((project) => ({ owner: person, project })),
    ),
  );
  const any = all.flat().filter((one) => one.owner === owner);
  return all.flat().find(({ project }) => project.id === shownId) ?? any[0] ?? null;
}

async function setPublic(scene: Scene, { token }: Account, id: string, isPublic: boolean): Promise<void> {
  await callApi(scene.url, projectRoutes.updateProject, { token, params: { id }, body: { isPublic } });
}

/** A tab with the removed project may save its text as a new project when somebody types on, so allow copies. */
function noteRemoval({ ledger, tabs }: Scene, id: string, names: string[]): void {
  ledger.removed.add(id);
  ledger.allowCopies([...names, ...ledger.typedIn(id)], tabs.length);
}

/** Allows a new project if a save would create one, because no stored project of one's own is on screen. */
async function allowProjectHere(scene: Scene, tab: Tab): Promise<void> {
  const id = tab.projectId();
  const isShared = (await tab.studio.badge.textContent()) === 'Shared';
  if (id === null || isShared || scene.ledger.removed.has(id)) await allowProject(scene, tab);
}

async function allowProject(scene: Scene, tab: Tab): Promise<void> {
  const [id, person] = [await scene.projectOn(tab), await scene.personIn(tab)];
  const names = [...(await tab.names()), ...(id === null ? [] : await scene.namesOf(id))];
  if (person) scene.ledger.allowProject(person.user.id, names);
}
