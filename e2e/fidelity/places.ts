import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { projectFiles } from '@studio/engine/export/project-files';
import { standalonePage } from '@studio/engine/export/standalone-page';
import type { InstalledPackages } from '../exports/installed-packages.ts';
import { libraryFolder, type OutsideWorld, readLibrary, surroundWith } from '../exports/outside-world.ts';
import { type UnpackedExport, unpackExport } from '../exports/unpacked-export.ts';
import { type Account, type Address, signedIn, signInAsDemo, storeProject } from '../fixtures/accounts.ts';
import { Preview } from '../pages/preview.ts';
import { barePage } from './bare-page.ts';

/** Where a project is shown, besides the bare page. `package`: the exported package, built by Vite. */
export const placeNames = ['preview', 'full screen', 'embed', 'standalone', 'package'] as const;
export type PlaceName = (typeof placeNames)[number];

/** A project shown in one place. */
export interface Shown {
  /** Takes a screenshot of the project's page. */
  picture(): Promise<Buffer>;
  /** The root element of the project's page. */
  root: Locator;
  /** Lines of the browser's console since the navigation. */
  output: readonly string[];
}

const size = { width: 800, height: 600 };
/** How long (ms) the frame with a project may take to appear on a busy machine. */
const frameTimeout = 60_000;

/** Browser storage that puts the preview below the editors, at full width. */
const previewBelow = [
  { name: 'codestudio_layout', value: '{"preview":"below"}' },
  { name: 'codestudio_preview_device', value: 'responsive' },
];

/**
 * A page for each place, reused for all projects. Each has a context of its own, because a page in the background takes
 * seconds to be drawn for a screenshot.
 */
export class Places {
  readonly #pages: Record<PlaceName | 'bare', Page>;
  readonly #outputs = new Map<Page, ConsoleOutput>();
  readonly #world: OutsideWorld;
  readonly #folder = mkdtempSync(join(tmpdir(), 'studio-fidelity-'));
  readonly #studio: Address;
  readonly #author: Account;
  readonly #packages: InstalledPackages | undefined;
  #unpacked: UnpackedExport | undefined;
  #sites = 0;

  private constructor(
    studio: Address,
    author: Account,
    pages: Record<PlaceName | 'bare', Page>,
    world: OutsideWorld,
    packages: InstalledPackages | undefined,
  ) {
    this.#studio = studio;
    this.#author = author;
    this.#pages = pages;
    this.#world = world;
    this.#packages = packages;
    for (const page of Object.values(pages)) {
      page.on('console', (message) => {
        // Leave out messages of the studio's own page.
        if (!message.location().url.startsWith(`${studio.url}/`)) this.#outputs.get(page)?.add(message);
      });
    }
  }

  /** `packages`: the dependencies for building exported packages. Without them, the place `package` is left out. */
  static async open(browser: Browser, studio: Address, packages?: InstalledPackages): Promise<Places> {
    const author = await signInAsDemo(studio);
    const contexts: BrowserContext[] = [];
    const open = async (options = {}) => {
      const context = await browser.newContext({ viewport: size, ...options });
      contexts.push(context);
      return context.newPage();
    };
    const storageState = signedIn(studio, author);
    storageState.origins[0]?.localStorage.push(...previewBelow);
    const pages = {
      bare: await open(),
      preview: await open({ storageState }),
      'full screen': await open(),
      embed: await open(),
      standalone: await open(),
      package: await open(),
    };
    const places = new Places(studio, author, pages, await surroundWith(contexts), packages);
    await places.#fitFrames();
    return places;
  }

  /** The available places. */
  get names(): readonly PlaceName[] {
    return this.#packages ? placeNames : placeNames.filter((name) => name !== 'package');
  }

  /** Addresses outside the studio that were requested and refused. */
  get refused(): readonly string[] {
    return this.#world.refused;
  }

  async close(): Promise<void> {
    for (const page of Object.values(this.#pages)) await page.context().close();
    this.#unpacked?.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Stores a project so that every place can show it. @returns its id */
  async store(project: ExportedProject): Promise<string> {
    const input = { ...project, isPublic: true, isEmbeddable: true };
    return (await storeProject(this.#studio, this.#author, input)).id;
  }

  /** Shows the project without a studio. */
  async showBare(project: ExportedProject): Promise<Shown> {
    return this.#showSite('bare', await barePage(project));
  }

  async show(place: PlaceName, project: ExportedProject, id: string): Promise<Shown> {
    const { url } = this.#studio;
    if (place === 'preview') return this.#showPreview(id);
    if (place === 'full screen') return this.#showFrame(place, `${url}/preview/${id}`);
    if (place === 'embed') {
      const shown = await this.#showFrame(place, `${url}/embed/${id}`);
      await removeLinks(this.#pages.embed);
      return shown;
    }
    if (place === 'package') return this.#showFolder(place, await this.#build(project));
    const html = await standalonePage(project, { moduleCdn: null, readLibrary });
    return this.#showSite(place, { 'index.html': withoutAddedTitle(html, project) });
  }

  /** Has Vite build the package of a project. @returns the folder with the built page */
  async #build(project: ExportedProject): Promise<string> {
    if (!this.#packages) throw new Error('There is nothing here to build packages with');
    this.#unpacked?.remove();
    const files = await projectFiles(project, { moduleCdn: null, readLibrary, assets: noAssets });
    const index = withoutAddedTitle(String(files['index.html']), project);
    const unpacked = unpackExport({ ...files, 'index.html': index }, project.frameworkConfig, this.#packages);
    this.#unpacked = unpacked;
    await unpacked.build();
    return join(unpacked.folder, 'dist');
  }

  async #showSite(place: 'bare' | 'standalone', files: Record<string, string>): Promise<Shown> {
    const folder = join(this.#folder, `${place}-${this.#sites}`);
    mkdirSync(folder);
    if (place === 'bare') symlinkSync(libraryFolder, join(folder, 'lib'));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    return this.#showFolder(place, folder);
  }

  /** Shows a folder as a new site, so that projects do not share browser storage. */
  async #showFolder(place: 'bare' | 'standalone' | 'package', folder: string): Promise<Shown> {
    this.#sites += 1;
    const page = this.#pages[place];
    const output = await this.#visit(page, `${this.#world.site(`${place}-${this.#sites}`, folder)}/`);
    return { picture: () => page.screenshot(withoutCaret), root: page.locator('html'), output };
  }

  async #showFrame(place: 'full screen' | 'embed', address: string): Promise<Shown> {
    const page = this.#pages[place];
    const output = await this.#visit(page, address);
    const { element, document } = new Preview(page);
    await expect(element).toHaveCount(1, { timeout: frameTimeout });
    return { picture: () => element.screenshot(withoutCaret), root: document.locator('html'), output };
  }

  /** Opens a project in the loaded studio, as from a list: loading the studio takes longer than all other places. */
  async #showPreview(id: string): Promise<Shown> {
    const page = this.#pages.preview;
    const output = this.#listen(page);
    await page.evaluate((path) => history.pushState(null, '', path), `/project/${id}`);
    // By its address, because the previous project's frame may remain for a moment.
    const element = page.locator(`iframe[title="Live Preview"][src*="//${id}."]`);
    await expect(element).toHaveCount(1, { timeout: frameTimeout });
    const root = element.contentFrame().locator('html');
    return { picture: () => element.screenshot(withoutCaret), root, output };
  }

  #listen(page: Page): readonly string[] {
    const output = new ConsoleOutput();
    this.#outputs.set(page, output);
    return output.lines;
  }

  async #visit(page: Page, address: string): Promise<readonly string[]> {
    const output = this.#listen(page);
    await page.goto(address);
    return output;
  }

  /** Resizes the windows so that the project's page has the same size in the studio as elsewhere. */
  async #fitFrames(): Promise<void> {
    const project = { title: 'Size', html: '<p>Size</p>', css: '', js: '', frameworkConfig: undefined };
    const { id } = await storeProject(this.#studio, this.#author, { ...project, isPublic: true });
    for (const [place, path] of [
      ['preview', 'project'],
      ['full screen', 'preview'],
    ] as const) {
      const page = this.#pages[place];
      await page.goto(`${this.#studio.url}/${path}/${id}`);
      const preview = new Preview(page);
      await preview.document.getByText('Size').waitFor();
      // The preview takes a share of the window, so approach the right window size in several tries.
      for (let tries = 0; tries < 20; tries += 1) {
        const inner = await preview.viewport();
        const outer = page.viewportSize() ?? size;
        const missing = { width: size.width - inner.width, height: size.height - inner.height };
        if (missing.width === 0 && missing.height === 0) {
          // A frame at half a pixel would be drawn differently.
          if (await isAtWholePixels(preview.element)) break;
          missing.height = 1;
        }
        const [width, height] = [outer.width + missing.width, outer.height + missing.height];
        await page.setViewportSize({ width, height });
        await preview.document.locator('html').evaluate(() => new Promise(requestAnimationFrame));
      }
    }
  }
}

/** Collects messages of the browser's console without repetitions. */
class ConsoleOutput {
  readonly lines: string[] = [];
  readonly #seen = new Set<string>();

  add(message: ConsoleMessage): void {
    // Leave out performance warnings of the graphics driver.
    if (message.text().startsWith('[.WebGL-')) return;
    const line = `${message.type()}: ${message.text()}`;
    // Chromium repeats warnings for each new frame in a process, with their original timestamps.
    const key = `${message.timestamp()} ${line}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.lines.push(line);
  }
}

const noAssets = { assetsUrl: 'http://127.0.0.1', got: new Map(), missing: new Map() };

/** Removes the title that exports add to pages without one. Only the window shows it, not the page. */
function withoutAddedTitle(page: string, { title }: ExportedProject): string {
  const added = `<title>${title}</title>`;
  return page.replace(`${added}\n`, '').replace(added, '');
}

const withoutCaret = { caret: 'hide' } as const;

function isAtWholePixels(element: Locator): Promise<boolean> {
  return element.evaluate((frame) => {
    const { y, height } = frame.getBoundingClientRect();
    return Number.isInteger(y) && Number.isInteger(height);
  });
}

/** Removes the embed's links, which lie over the project and appear after its frame, on a busy machine much later. */
async function removeLinks(page: Page): Promise<void> {
  const links = page.getByRole('link', { name: /^(?:Report|Open in CodeStudio)$/ });
  await expect(links).toHaveCount(2, { timeout: frameTimeout });
  await links.evaluateAll((all) => {
    for (const link of all) link.remove();
  });
}
