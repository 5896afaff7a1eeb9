import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { toHtml } from '@studio/engine/build-document';
import { compile } from '@studio/engine/compile';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { standalonePage } from '@studio/engine/export/project-files';
import { libraryFolder, type OutsideWorld, readLibrary, surroundWith } from '../../exports/outside-world.ts';
import { type Account, signInAsDemo, storeProject } from '../../fixtures/accounts.ts';
import { corpusProjects, starterTemplates } from '../../fixtures/corpus.ts';
import { recordedEvents, recorder } from '../../fixtures/corpus-recorder.ts';
import { expectPicture, settledPicture } from '../../fixtures/pictures.ts';
import { expect, test } from '../../fixtures/test.ts';
import { Preview } from '../../pages/preview.ts';

const size = { width: 800, height: 600 };

/**
 * One page for each place where a project is shown, taken from project to project. Each is alone in its context: a page
 * behind another takes seconds to draw itself for a picture.
 */
let pages: Record<'plain' | 'preview' | 'embed' | 'standalone', Page>;
const contexts: BrowserContext[] = [];
let world: OutsideWorld;
let folder: string;
let author: Account;

test.beforeAll(async ({ browser, studio }) => {
  author = await signInAsDemo(studio);
  const open = async () => {
    const context = await browser.newContext({ viewport: size });
    contexts.push(context);
    return context.newPage();
  };
  pages = { plain: await open(), preview: await open(), embed: await open(), standalone: await open() };
  world = await surroundWith(contexts);
  folder = mkdtempSync(join(tmpdir(), 'studio-corpus-'));
  for (const name of ['plain', 'standalone']) mkdirSync(join(folder, name));
  symlinkSync(libraryFolder, join(folder, 'plain', 'lib'));
});

test.afterAll(async () => {
  for (const context of contexts) await context.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One of each kind, by day; all of them where the engine or exports have changed. */
const representatives = new Set([
  'bootstrap-typescript',
  'canvas-skyline',
  'import-map',
  'nested-frame',
  'no-doctype',
  'react19-transitions-bulma',
  'tailwind-card',
  'typescript-module-scss',
  'vue-component-scoped',
  'whole-page',
]);

for (const [kind, projects] of [
  ['project', corpusProjects()],
  ['template', starterTemplates()],
] as const) {
  for (const project of projects) {
    test(`the ${kind} ${project.title} is the same everywhere`, { tag: tagOf(kind, project) }, async ({
      studio,
    }) => {
      const recorded = { ...project, html: behindDoctype(project.html, recorder) };
      const { id } = await storeProject(studio, author, { ...recorded, isPublic: true, isEmbeddable: true });

      await pages.plain.goto(serve('plain', await builtDocument(recorded)));
      const picture = await (kind === 'project' ? restingPicture(pages.plain) : stillPicture(pages.plain));
      const events = await recordedEvents(pages.plain.locator('html'));
      expect(events).toContain('load (complete)');

      const expected = { picture, events };
      const surroundings = { moduleCdn: null, readLibrary };
      await Promise.all([
        showsInPreview(`${studio.url}/preview/${id}`, expected),
        showsInEmbed(`${studio.url}/embed/${id}`, expected),
        showsAlone(await standalonePage(recorded, surroundings), expected),
      ]);
      expect(world.refused).toEqual([]);
    });
  }
}

function serve(name: string, html: string): string {
  const place = join(folder, name);
  writeFileSync(join(place, 'index.html'), html);
  return `${world.site(name, place)}/`;
}

function tagOf(kind: 'project' | 'template', { title }: ExportedProject): string[] {
  if (kind === 'template') return ['@nightly'];
  return representatives.has(title) ? [] : ['@exports'];
}

/** The page as the preview gets it, but for the guard in its loops. */
async function builtDocument(project: ExportedProject): Promise<string> {
  const target = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: false } as const;
  const { document, problems } = await compile(project, target);
  expect(problems).toEqual([]);
  return document ? toHtml(document) : '';
}

/** Gives the user's page the size that it has everywhere else, whatever stands around it. */
async function fitTo(preview: Preview): Promise<void> {
  const page = pages.preview;
  await expect(preview.element).toBeVisible();
  const inner = await preview.viewport();
  const outer = page.viewportSize() ?? size;
  const width = outer.width + size.width - inner.width;
  const height = outer.height + size.height - inner.height;
  if (width !== outer.width || height !== outer.height) await page.setViewportSize({ width, height });
}

/** Frames are rare on a busy machine: in the middle of an animation, too, two pictures in a row may be the same. */
async function restingPicture(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    await Promise.all(running.map(({ finished }) => finished));
  });
  return settledPicture(page);
}

/** A picture that is the same each time; null for a page that moves, or that chance has a part in. */
async function stillPicture(page: Page): Promise<Buffer | null> {
  try {
    const first = await settledPicture(page, 2_000);
    await page.reload();
    return first.equals(await settledPicture(page, 2_000)) ? first : null;
  } catch {
    return null;
  }
}

/** What a plain navigation to the page gives. */
interface Expected {
  /** Null where no two pictures are the same. */
  picture: Buffer | null;
  events: string[];
}

async function showsInPreview(address: string, expected: Expected): Promise<void> {
  await pages.preview.goto(address);
  const { element, document } = new Preview(pages.preview);
  await fitTo(new Preview(pages.preview));
  await expectSame('preview', element, document.locator('html'), expected);
}

async function showsInEmbed(address: string, expected: Expected): Promise<void> {
  await pages.embed.goto(address);
  // They lie over the project, which is the same beneath them.
  const links = pages.embed.getByRole('link', { name: /^(?:Report|Open in CodeStudio)$/ });
  await links.evaluateAll((all) => {
    for (const link of all) link.remove();
  });
  const { element, document } = new Preview(pages.embed);
  await expectSame('embed', element, document.locator('html'), expected);
}

async function showsAlone(html: string, expected: Expected): Promise<void> {
  await pages.standalone.goto(serve('standalone', html));
  await expectSame('standalone', pages.standalone, pages.standalone.locator('html'), expected);
}

async function expectSame(
  place: string,
  target: Locator | Page,
  root: Locator,
  { picture, events }: Expected,
): Promise<void> {
  await expect
    .poll(() => recordedEvents(root), { message: `${place}: events`, intervals: [50] })
    .toEqual(events);
  if (picture) await expectPicture(target, picture, place);
}

/** The page with markup that comes before everything else in it. */
function behindDoctype(html: string, markup: string): string {
  return html.replace(/^(?:<!doctype[^>]*>)?/i, (doctype) => doctype + markup);
}
