import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, FrameLocator, Locator, Page, Request } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { packageRoutes } from '@studio/contract/packages/package-routes';
import type { ReadPackage } from '@studio/engine/export/contain-packages';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { importsForExport } from '@studio/engine/export/project-files';
import { standalonePage } from '@studio/engine/export/standalone-page';
import { readLibrary } from '../exports/outside-world.ts';
import { type Account, signedIn, signInAsDemo, storeProject } from '../fixtures/accounts.ts';
import { callApi } from '../stack/api.ts';
import type { Studio } from '../stack/studio.ts';
import type { NamedPackage } from './named-packages.ts';
import { proofScript } from './proof-script.ts';

/** Where a project with the package runs. `export`: `standalone.html` with its packages, opened offline. */
export const packagePlaces = ['preview', 'embed', 'export'] as const;
export type PackagePlace = (typeof packagePlaces)[number];

/** The result of one package. */
export interface PackageResult {
  name: string;
  /** Empty if the studio found no version. */
  version: string;
  /** Where the studio found it; null if it did not. */
  origin: 'shelf' | 'registry' | null;
  /** The error of the studio or the browser for each place where the package does not run. */
  failures: Partial<Record<PackagePlace, string>>;
}

/** A project that uses a package. */
export interface StoredUse extends Omit<PackageResult, 'failures'> {
  id: string;
  project: ExportedProject;
  /** The studio's reason if it found no such package. */
  problem: string | null;
}

/** `errors` fail a package, `notes` explain why it did not run. */
type Reports = Record<'errors' | 'notes', string[]>;

/** How long (ms) a package may take to be built and run on a busy machine. */
const runTimeout = 60_000;
/** The libraries that the page of a project has by itself. */
const carried = { react: '19.3.1', 'react-dom': '19.3.1', vue: '3.5.45' };

/** A page for each place, reused for all packages. */
export class PackagePages {
  readonly #studio: Studio;
  readonly #author: Account;
  readonly #pages: Record<PackagePlace, Page>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'studio-packages-'));
  /** What the browser reports about the package that each page shows. */
  readonly #reports = new Map<Page, Reports>();

  private constructor(studio: Studio, author: Account, pages: Record<PackagePlace, Page>) {
    this.#studio = studio;
    this.#author = author;
    this.#pages = pages;
    for (const page of Object.values(pages)) {
      const failed = (request: Request, reason: string) => {
        const kind = new URL(request.url()).pathname.startsWith('/packages/') ? 'errors' : 'notes';
        this.#report(page, kind, `${request.url()} was not loaded: ${reason}`);
      };
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // A frame that is replaced cancels its requests.
        if (reason !== 'net::ERR_ABORTED') failed(request, reason);
      });
      page.on('response', (response) => {
        if (!response.ok()) failed(response.request(), `HTTP ${response.status()}`);
      });
      // Also of frames, and with promises that are rejected and never handled.
      page.on('pageerror', (error) => this.#report(page, 'errors', `Uncaught ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') this.#report(page, 'notes', message.text());
      });
    }
  }

  /** Opens the pages. They can reach only this machine; the page of the export is offline. */
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
    const { name, framework } = named;
    const sources = { html: '', css: '', js: proofScript(named) };
    const config = { ...defaultFrameworkConfig, framework, frameworkVersion: 19 } as const;
    const specifiers = await importsForExport({ ...sources, frameworkConfig: config });
    const { packages, details, problems } = await callApi(this.#studio.url, packageRoutes.resolvePackages, {
      body: { specifiers, packages: {}, carried },
    });
    const project: ExportedProject = { title: name, ...sources, frameworkConfig: { ...config, packages } };
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
      const failure = problem ?? (await this.#failureIn(place, id, project));
      if (failure !== null) failures[place] = failure;
    }
    return { name, version, origin, failures };
  }

  async #failureIn(place: PackagePlace, id: string, project: ExportedProject): Promise<string | null> {
    const page = this.#pages[place];
    // What the previous package still does is not this one's failure.
    await this.#leave(place);
    const reports: Reports = { errors: [], notes: [] };
    this.#reports.set(page, reports);
    try {
      const root = await this.#open(place, id, project);
      const output = root.locator('output.proof');
      await output.waitFor({ state: 'attached', timeout: runTimeout });
      // A task later, so that rejected promises have been reported.
      const text = await output.evaluate(
        (shown) => new Promise<string>((resolve) => setTimeout(() => resolve(shown.textContent))),
      );
      return text === 'used' ? (reports.errors[0] ?? null) : text;
    } catch (error) {
      const [reported] = [...reports.errors, ...reports.notes];
      return reported ?? String(error).split('\n', 1)[0] ?? '';
    }
  }

  async #leave(place: PackagePlace): Promise<void> {
    const page = this.#pages[place];
    if (place !== 'preview') {
      await page.goto('about:blank');
      return;
    }
    await page.evaluate(() => history.pushState(null, '', '/no/page'));
    // Until the browser reports nothing of them any more.
    while (page.frames().length > 1) await page.waitForEvent('framedetached');
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

  /** By IP address, because Node does not resolve `*.localhost`. Every sandbox origin serves the same package files. */
  readonly #read: ReadPackage = async (path) => {
    const { port } = new URL(this.#studio.sandboxUrl('any'));
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return { type: response.headers.get('content-type') ?? '', bytes: await response.bytes() };
  };

  #report(page: Page, kind: keyof Reports, text: string): void {
    this.#reports.get(page)?.[kind].push(text.split('\n', 1)[0] ?? '');
  }
}
