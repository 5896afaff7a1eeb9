import type { Browser, BrowserContext } from '@playwright/test';
import { authRoutes } from '@studio/contract/http/auth';
import { type Project, projectRoutes } from '@studio/contract/http/projects';
import {
  type Account,
  type Address,
  readProject,
  register,
  signedIn,
  signInAdmin,
  storeProject,
} from '../fixtures/accounts.ts';
import { callApi } from '../stack/api.ts';
import type { Holdings } from './findings.ts';
import { Ledger, namesIn } from './ledger.ts';
import { Tab } from './tab.ts';

const welcomeTitle = 'Welcome to CodeStudio';

/** A browser with two tabs, two people who sign in there, and the ledger of what they may expect. */
export class Scene {
  readonly ledger = new Ledger();
  readonly url: string;
  readonly context: BrowserContext;
  readonly people: readonly [ada: Account, ben: Account];
  readonly admin: Account;
  readonly tabs: readonly Tab[];
  /** The welcome project, which `/` shows at first. */
  readonly welcomeId: string;
  offline = false;

  private constructor(
    url: string,
    context: BrowserContext,
    people: Scene['people'],
    admin: Account,
    tabs: Tab[],
    welcomeId: string,
  ) {
    this.url = url;
    this.context = context;
    this.people = people;
    this.admin = admin;
    this.tabs = tabs;
    this.welcomeId = welcomeId;
  }

  /** Registers two people with a private and a public project each. The first one is signed in in both tabs. */
  static async open(browser: Browser, studio: Address): Promise<Scene> {
    const [ada, ben] = [await register(studio, 'ada'), await register(studio, 'ben')];
    const { email, password } = ada;
    const { access_token: token } = await callApi(studio.url, authRoutes.login, {
      body: { email, password },
    });
    const context = await browser.newContext({ storageState: signedIn(studio, { ...ada, token }) });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    context.setDefaultTimeout(8_000);
    const tabs = [await Tab.open(0, context, studio.url), await Tab.open(1, context, studio.url)];
    const query = { search: welcomeTitle, limit: '1' };
    const welcome = await callApi(studio.url, projectRoutes.listPublicProjects, { query });
    const [admin, welcomeId] = [await signInAdmin(studio), welcome.data[0]?.id ?? ''];
    const scene = new Scene(studio.url, context, [ada, ben], admin, tabs, welcomeId);
    scene.ledger.shared.add(welcomeId);
    for (const person of scene.people)
      for (const isPublic of [false, true]) {
        const { name } = scene.ledger.type(person.user.id, null);
        const input = { title: `Of ${person.username}`, html: `<p>${name} stored before</p>\n`, isPublic };
        const { id } = await storeProject(studio, person, input);
        scene.ledger.stored.add(id);
        if (isPublic) scene.ledger.shared.add(id);
      }
    return scene;
  }

  person(userId: string | null): Account | undefined {
    return this.people.find(({ user }) => user.id === userId);
  }

  /** The person who is signed in in a tab. */
  async personIn(tab: Tab): Promise<Account | undefined> {
    const record = await tab.userRecord();
    return this.people.find(({ user }) => record.includes(user.id));
  }

  /** The id of the project on screen: from the address, or the welcome project; null for a new one. */
  async projectOn(tab: Tab): Promise<string | null> {
    const id = tab.projectId();
    if (id !== null || (await tab.studio.badge.textContent()) !== 'Shared') return id;
    return this.welcomeId;
  }

  async setOffline(offline: boolean): Promise<void> {
    this.offline = offline;
    await this.context.setOffline(offline);
  }

  /** This person’s projects on the server, without those in the trash. */
  async projects(person: Account): Promise<Project[]> {
    const query = { limit: '100' };
    const { data } = await callApi(this.url, projectRoutes.listProjects, { token: person.token, query });
    return Promise.all(data.map(({ id }) => readProject(this, person, id)));
  }

  /** All projects of an account. Restores those in the trash. */
  async holdings(person: Account): Promise<Holdings> {
    const { token } = person;
    const query = { limit: '100' };
    const { data } = await callApi(this.url, projectRoutes.listTrash, { token, query });
    for (const { id } of data)
      await callApi(this.url, projectRoutes.restoreProject, { token, params: { id } });
    const projects = await this.projects(person);
    return {
      userId: person.user.id,
      projects: projects.map((project) => ({ id: project.id, text: textOf(project) })),
    };
  }

  /** All marks typed into a project or stored in it, in the view of either person. */
  async namesOf(projectId: string): Promise<string[]> {
    const readers = await Promise.all(
      this.people.map((person) => readProject(this, person, projectId).catch(() => null)),
    );
    const text = readers.map((project) => (project ? textOf(project) : '')).join('');
    return [...this.ledger.typedIn(projectId), ...namesIn(text)];
  }

  /** Records that the person discarded those of these marks that the server does not have. */
  async discardUnsaved(person: Account, names: Iterable<string>): Promise<void> {
    const saved = new Set((await this.projects(person)).flatMap((project) => namesIn(textOf(project))));
    this.ledger.discard([...names].filter((name) => !saved.has(name)));
  }
}

export function textOf({ title, html, css, js }: Pick<Project, 'title' | 'html' | 'css' | 'js'>): string {
  return [title, html, css, js].join('\n');
}
