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
import { projectFiles, standalonePage } from '@studio/engine/export/project-files';
import type { InstalledPackages } from '../exports/installed-packages.ts';
import { libraryFolder, type OutsideWorld, readLibrary, surroundWith } from '../exports/outside-world.ts';
import { type UnpackedExport, unpackExport } from '../exports/unpacked-export.ts';
import { type Account, type Address, signedIn, signInAsDemo, storeProject } from '../fixtures/accounts.ts';
import { Preview } from '../pages/preview.ts';
import { barePage } from './bare-page.ts';

/** Where a project is shown, beside the bare page. `package`: the exported one, as Vite has built it. */
export const placeNames = ['preview', 'full screen', 'embed', 'standalone', 'package'] as const;
export type PlaceName = (typeof placeNames)[number];

/** A project as it is shown in one place. */
export interface Shown {
  /** Takes a picture of it. */
  picture(): Promise<Buffer>;
  /** The root element of the project's page. */
  root: Locator;
  /** What the browser's console has printed since the navigation. */
  output: readonly string[];
}

const size = { width: 800, height: 600 };
/** For so long (ms) the frame with a project may take to appear, on a machine that is busy. */
const frameTimeout = 60_000;

/** What a browser keeps of somebody who has the preview below the editors, at the full width. */
const previewBelow = [
  { name: 'codestudio_layout', value: '{"preview":"below"}' },
  { name: 'codestudio_preview_device', value: 'responsive' },
];

/**
 * A page for each place, taken from project to project. Each is alone in its context: a page behind another takes
 * seconds to draw itself for a picture.
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
        // What the studio's own page says is not the project's.
        if (!message.location().url.startsWith(`${studio.url}/`)) this.#outputs.get(page)?.add(message);
      });
    }
  }

  /** `packages`: what exported packages are built with; without it there is no such place. */
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

  /** Where this project can be shown. */
  get names(): readonly PlaceName[] {
    return this.#packages ? placeNames : placeNames.filter((name) => name !== 'package');
  }

  /** Requests beyond the studio that nothing answered. */
  get refused(): readonly string[] {
    return this.#world.refused;
  }

  async close(): Promise<void> {
    for (const page of Object.values(this.#pages)) await page.context().close();
    this.#unpacked?.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Stores a project, which every place can then show. */
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
    return this.#showSite(place, { 'index.html': html });
  }

  /** Has Vite build the package of a project; returns the folder with the page that it makes. */
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

  /** Shows a folder as a site of its own: what one project has stored, the next must not find. */
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

  /** Opens a project in the studio that is open already, as from a list: its page would take longer than all the others. */
  async #showPreview(id: string): Promise<Shown> {
    const page = this.#pages.preview;
    const output = this.#listen(page);
    await page.evaluate((path) => history.pushState(null, '', path), `/project/${id}`);
    // By its address: that of the project before may be there for a moment.
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

  /** Gives the project's page the same size in the studio as everywhere else, whatever stands around it. */
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
      // The preview has a share of the window: a few tries find the window that gives it this size.
      for (let tries = 0; tries < 20; tries += 1) {
        const inner = await preview.viewport();
        const outer = page.viewportSize() ?? size;
        const missing = { width: size.width - inner.width, height: size.height - inner.height };
        if (missing.width === 0 && missing.height === 0) {
          // Half pixels would be drawn otherwise than whole ones.
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

/** What the browser's console prints, each message once. */
class ConsoleOutput {
  readonly lines: string[] = [];
  readonly #said = new Set<string>();

  add(message: ConsoleMessage): void {
    // What the driver of the graphics says of the speed of pictures is not the project's.
    if (message.text().startsWith('[.WebGL-')) return;
    const line = `${message.type()}: ${message.text()}`;
    // A frame that is added is told again what the browser has said to others of its process: with the time of then.
    const said = `${message.timestamp()} ${line}`;
    if (this.#said.has(said)) return;
    this.#said.add(said);
    this.lines.push(line);
  }
}

const noAssets = { assetsUrl: 'http://127.0.0.1', got: new Map(), missing: new Map() };

/** A package gives a page without a title that of its project: the window shows it, the page does not. */
function withoutAddedTitle(index: string, { title }: ExportedProject): string {
  return index.replace(`<title>${title}</title>\n`, '');
}

const withoutCaret = { caret: 'hide' } as const;

function isAtWholePixels(element: Locator): Promise<boolean> {
  return element.evaluate((frame) => {
    const { y, height } = frame.getBoundingClientRect();
    return Number.isInteger(y) && Number.isInteger(height);
  });
}

/** They lie over the project, which is the same beneath them. They come after its frame, on a busy machine much later. */
async function removeLinks(page: Page): Promise<void> {
  const links = page.getByRole('link', { name: /^(?:Report|Open in CodeStudio)$/ });
  await expect(links).toHaveCount(2, { timeout: frameTimeout });
  await links.evaluateAll((all) => {
    for (const link of all) link.remove();
  });
}
