import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, ConsoleMessage, FrameLocator, Locator, Page } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { packageRoutes } from '@studio/contract/packages/package-routes';
import type { ReadPackage } from '@studio/engine/export/contain-packages';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { standalonePage } from '@studio/engine/export/project-files';
import { readLibrary } from '../exports/outside-world.ts';
import { type Account, signedIn, signInAsDemo, storeProject } from '../fixtures/accounts.ts';
import { callApi } from '../stack/api.ts';
import type { Studio } from '../stack/studio.ts';
import type { NamedPackage } from './named-packages.ts';

/** Where a project with the package runs. `export`: `standalone.html` with its packages in it, opened without a network. */
export const packagePlaces = ['preview', 'embed', 'export'] as const;
export type PackagePlace = (typeof packagePlaces)[number];

/** What came of one package. */
export interface PackageResult {
  name: string;
  /** Empty where the studio found none. */
  version: string;
  /** Where the studio has it from; null where it found none. */
  origin: 'shelf' | 'registry' | null;
  /** Why it does not run, in the words of the studio or the browser, by the places where it does not. */
  failures: Partial<Record<PackagePlace, string>>;
}

/** A project that uses a package. */
export interface StoredUse extends Omit<PackageResult, 'failures'> {
  id: string;
  project: ExportedProject;
  /** Why the studio has no such package. */
  problem: string | null;
}

/** For so long (ms) a package may take to be built and to run, on a machine that is busy. */
const runTimeout = 20_000;
/** What the page of a project has anyway. */
const carried = { react: '19.3.1', 'react-dom': '19.3.1', vue: '3.5.45' };

/** A page for each place, taken from package to package. */
export class PackagePages {
  readonly #studio: Studio;
  readonly #author: Account;
  readonly #pages: Record<PackagePlace, Page>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'studio-packages-'));
  /** What the browser has said of the package that each page shows. */
  readonly #errors = new Map<Page, string[]>();

  private constructor(studio: Studio, author: Account, pages: Record<PackagePlace, Page>) {
    this.#studio = studio;
    this.#author = author;
    this.#pages = pages;
    for (const page of Object.values(pages)) {
      page.on('requestfailed', (request) => this.#note(page, `${request.url()} was asked for`));
      page.on('pageerror', (error) => this.#note(page, error.message));
      page.on('console', (message) => this.#noteConsole(page, message));
    }
  }

  /** Nothing beyond this machine answers these pages, and nothing at all that of the export. */
  static async open(browser: Browser, studio: Studio): Promise<PackagePages> {
    const author = await signInAsDemo(studio);
    const open = async (options = {}) => {
      const context = await browser.newContext(options);
      await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost|[^/:]+\.localhost)/, (route) =>
        route.abort(),
      );
      return context.newPage();
    };
    const pages = {
      preview: await open({ storageState: signedIn(studio, author) }),
      embed: await open(),
      export: await open({ offline: true }),
    };
    await pages.preview.goto(studio.url);
    return new PackagePages(studio, author, pages);
  }

  async close(): Promise<void> {
    for (const page of Object.values(this.#pages)) await page.context().close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Saves a project that imports the package and uses it. */
  async store(named: NamedPackage): Promise<StoredUse> {
    const { name, specifier, framework } = named;
    const { packages, details, problems } = await callApi(this.#studio.url, packageRoutes.resolvePackages, {
      body: { specifiers: [specifier], packages: {}, carried },
    });
    const project: ExportedProject = {
      title: name,
      html: '',
      css: '',
      js: scriptOf(named),
      frameworkConfig: { ...defaultFrameworkConfig, framework, frameworkVersion: 19, packages },
    };
    const shared = { ...project, isPublic: true, isEmbeddable: true };
    const { id } = await storeProject(this.#studio, this.#author, shared);
    const [problem] = problems;
    const origin = details[name]?.source ?? null;
    return { name, version: packages[name] ?? '', origin, id, project, problem: problem?.message ?? null };
  }

  /** Opens the project in each of these places. */
  async show(stored: StoredUse, places: readonly PackagePlace[]): Promise<PackageResult> {
    const { name, version, origin, id, project, problem } = stored;
    const failures: PackageResult['failures'] = {};
    for (const place of places) {
      this.#errors.set(this.#pages[place], []);
      const failure = problem ?? (await this.#failureIn(place, id, project));
      if (failure !== null) failures[place] = failure;
    }
    return { name, version, origin, failures };
  }

  async #failureIn(place: PackagePlace, id: string, project: ExportedProject): Promise<string | null> {
    const page = this.#pages[place];
    try {
      const root = await this.#open(place, id, project);
      const output = root.locator('output.proof');
      await output.waitFor({ state: 'attached', timeout: runTimeout });
      const text = await output.textContent();
      return text === 'used' ? null : (text ?? '');
    } catch (error) {
      const [said] = this.#errors.get(page) ?? [];
      return said ?? String(error).split('\n', 1)[0] ?? '';
    }
  }

  async #open(place: PackagePlace, id: string, project: ExportedProject): Promise<FrameLocator | Locator> {
    const page = this.#pages[place];
    if (place === 'preview') {
      await page.evaluate((path) => history.pushState(null, '', path), `/project/${id}`);
      return page.locator(`iframe[title="Live Preview"][src*="//${id}."]`).contentFrame();
    }
    if (place === 'embed') {
      await page.goto(`${this.#studio.url}/embed/${id}`);
      return page.frameLocator('iframe[title="Live Preview"]');
    }
    const html = await standalonePage(project, { moduleCdn: null, readLibrary, readPackage: this.#read });
    const file = join(this.#folder, `${id}.html`);
    writeFileSync(file, html);
    await page.goto(pathToFileURL(file).href);
    return page.locator('html');
  }

  /** Node knows no `*.localhost`; files of packages are the same on every origin of the sandbox. */
  readonly #read: ReadPackage = async (path) => {
    const { port } = new URL(this.#studio.sandboxUrl('any'));
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return { type: answer.headers.get('content-type') ?? '', bytes: await answer.bytes() };
  };

  #noteConsole(page: Page, message: ConsoleMessage): void {
    if (message.type() === 'error') this.#note(page, message.text());
  }

  #note(page: Page, text: string): void {
    this.#errors.get(page)?.push(text.split('\n', 1)[0] ?? '');
  }
}

function scriptOf({ specifier, use }: NamedPackage): string {
  return `import * as it from '${specifier}';
let shown;
try {
  shown = (await (async () => (${use}))()) === true ? 'used' : 'an export is not what it should be';
} catch (error) {
  shown = String(error);
}
document.body.append(Object.assign(document.createElement('output'), { className: 'proof', textContent: shown }));
`;
}
