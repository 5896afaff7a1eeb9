import type { Page } from '@playwright/test';
import { durations } from '@studio/contract/durations';
import type { Project } from '@studio/contract/http/projects';
import { withoutRateLimits } from '../bench/without-rate-limits.ts';
import { signedIn, signInAsDemo, storeProject } from '../fixtures/accounts.ts';
import { StudioPage } from '../pages/studio-page.ts';
import { serveStaticSite } from '../stack/network/static-site.ts';
import { startStudio } from '../stack/studio.ts';
import { buildPeerPages, peerVersion, sandpackPreviewFiles } from './peer-pages.ts';
import { componentOf, filesOf, sample } from './sample-page.ts';

/** The address at which a playground shows the sample, and the browser storage that it needs. */
export interface Place {
  url: string;
  storageState?: ReturnType<typeof signedIn>;
}

/** A playground, and how to operate it. */
export interface Playground {
  name: string;
  /** Its debounce of edits, in milliseconds. */
  wait: number;
  /** The sample with this script in the editor. */
  open(js: string): Promise<Place>;
  /** The sample with this script without an editor, to be embedded in other sites. */
  embed(js: string): Promise<Place>;
  /** Null if it has no console. */
  console: PlaygroundConsole | null;
  /** The whole text of the file that contains the script. */
  fileWithScript(js: string): string;
  /** Puts the caret at the end of the script. */
  focusScript(page: Page): Promise<void>;
}

interface PlaygroundConsole {
  /** The sample with this script in the editor, with a console. */
  open(js: string): Promise<Place>;
  /** Shows the console. */
  show(page: Page): Promise<void>;
  /** The selector of the element that contains the lines. */
  lines: string;
}

/** All playgrounds, which are served until `close`. */
export interface Playgrounds {
  all: Playground[];
  close(): Promise<void>;
}

/** Serves the published playgrounds and starts a studio. `env`: further variables of the studio. */
export async function startPlaygrounds(env: Record<string, string> = {}): Promise<Playgrounds> {
  const studio = await startStudio({ ...withoutRateLimits, ...env });
  const site = await serveStaticSite(await buildPeerPages());
  const sandpackPreviews = await serveStaticSite(sandpackPreviewFiles());
  const writer = await signInAsDemo(studio);
  const pageOf = (name: string, options: object): Place => ({
    url: `${site.url}/${name}.html#${encodeURIComponent(JSON.stringify(options))}`,
  });
  const onSubdomain = (url: string, name: string) => url.replace('//', `//${name}.`);

  /** Stores a new project for each opening, because the studio saves what is typed. */
  const store = (js: string, isEmbeddable: boolean): Promise<Project> =>
    storeProject(studio, writer, { title: 'Sample', ...sample, js, isEmbeddable });
  async function openStudio(js: string): Promise<Place> {
    const { id } = await store(js, false);
    return { url: `${studio.url}/project/${id}`, storageState: signedIn(studio, writer) };
  }
  const ours: Playground = {
    name: 'Studio',
    wait: durations.editorDebounce,
    open: openStudio,
    async embed(js) {
      return { url: `${studio.url}/embed/${(await store(js, true)).id}` };
    },
    console: {
      open: openStudio,
      show: (page) => new StudioPage(page).consoleToggle.click(),
      lines: '[aria-label="JavaScript Console"]',
    },
    fileWithScript: (js) => js,
    async focusScript(page) {
      const studioPage = new StudioPage(page);
      await studioPage.loaded();
      await studioPage.js.append();
    },
  };

  const playgroundOptions = (js: string) => ({
    files: Object.fromEntries(Object.entries(filesOf(js)).map(([name, content]) => [name, { content }])),
    sandbox: `${onSubdomain(site.url, 'playground')}/playground-elements/`,
  });
  const playgroundElements: Playground = {
    name: `playground-elements ${peerVersion('playground-elements')}`,
    wait: 0,
    open: async (js) => pageOf('playground-elements', playgroundOptions(js)),
    embed: async (js) => pageOf('playground-elements-embed', playgroundOptions(js)),
    console: null,
    fileWithScript: (js) => js,
    async focusScript(page) {
      await page.locator('playground-tab-bar').getByText('script.js').click();
      await page.locator('.cm-content', { hasText: 'postMessage' }).click();
      await page.keyboard.press('Control+End');
    },
  };

  const vueOptions = (js: string) => ({
    component: componentOf(js),
    vue: `${site.url}/vue/dist/vue.runtime.esm-browser.prod.js`,
    esModuleShims: `${site.url}/es-module-shims/dist/es-module-shims.wasm.js`,
  });
  const vueRepl: Playground = {
    name: `@vue/repl ${peerVersion('@vue/repl')} (CodeMirror)`,
    wait: 250,
    open: async (js) => pageOf('vue-repl', vueOptions(js)),
    embed: async (js) => pageOf('vue-repl-embed', vueOptions(js)),
    console: null,
    fileWithScript: componentOf,
    async focusScript(page) {
      await page.locator('.CodeMirror-lines').click();
      for (const key of ['Control+End', 'ArrowUp', 'End']) await page.keyboard.press(key);
    },
  };

  const sandpackOptions = (js: string) => ({
    files: Object.fromEntries(Object.entries(filesOf(js)).map(([name, code]) => [`/${name}`, { code }])),
    bundlerURL: onSubdomain(sandpackPreviews.url, 'preview'),
  });
  const sandpack: Playground = {
    name: `Sandpack static ${peerVersion('@codesandbox/sandpack-react')}`,
    wait: 200,
    open: async (js) => pageOf('sandpack', sandpackOptions(js)),
    embed: async (js) => pageOf('sandpack-embed', sandpackOptions(js)),
    console: {
      open: async (js) => pageOf('sandpack', { ...sandpackOptions(js), showConsole: true }),
      show: async () => {},
      lines: '.sp-console',
    },
    fileWithScript: (js) => js,
    async focusScript(page) {
      await page.locator('[data-active]', { hasText: 'script.js' }).click();
      await page.locator('.cm-content', { hasText: 'postMessage' }).click();
      await page.keyboard.press('Control+End');
    },
  };

  return {
    all: [ours, playgroundElements, vueRepl, sandpack],
    async close() {
      await Promise.all([site.close(), sandpackPreviews.close()]);
      await studio.dispose();
    },
  };
}
