import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

test('styles, data, addons and modules that are imported later come from packages, in the preview and in an embed', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const { id } = await storeProject(studio, account, {
    title: 'Files of packages',
    html: '<div class="leaflet-container">map</div><span class="katex">formula</span>',
    css: "@import 'leaflet/dist/leaflet.css';\nmain { color: teal }",
    js: `import 'katex/dist/katex.css';
import manifest from 'leaflet/package.json';
import typed from 'three/package.json' with { type: 'json' };
import marker from 'leaflet/dist/images/marker-icon.png';
import { EventDispatcher } from 'three';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
const isOne = OrbitControls.prototype instanceof EventDispatcher && typeof EffectComposer === 'function';
const { nanoid } = await import('nanoid');
const picture = Object.assign(new Image(), { src: marker });
await picture.decode();
document.body.append(Object.assign(document.createElement('main'), {
  textContent: [manifest.name, typed.version, isOne ? 'one three' : 'two', nanoid().length, picture.width].join(' '),
}));
`,
    isPublic: true,
    isEmbeddable: true,
  });
  const { preview } = await open(account, `/project/${id}`);
  const embed = await visit('about:blank');
  for (const shown of [preview.document, embed.frameLocator('iframe[title="Live Preview"]')]) {
    if (shown !== preview.document) await embed.goto(`${studio.url}/embed/${id}`);
    await expect(shown.locator('main')).toHaveText(/^leaflet 0\.\d+\.\d+ one three 21 25$/, {
      timeout: 60_000,
    });
    await expect(shown.locator('.leaflet-container')).toHaveCSS('overflow', 'hidden');
    await expect(shown.locator('.katex')).toHaveCSS('font-family', /KaTeX_Main/);
  }
});

test('styles and modules come from the studio in a page whose base is another site: preview, embed and card', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const elsewhere = await serveForeignSite('');
  const { origin } = new URL(elsewhere.url);
  const based = {
    html: `<!doctype html><html><head><base href="${elsewhere.url}"></head><body>
<p class="leaflet-container">map</p><output class="katex"></output></body></html>`,
    css: "@import 'leaflet/dist/leaflet.css';\n@import 'bulma/css/bulma.css';",
  };
  await storeProject(studio, account, { ...based, title: 'Never opened' });
  const { id } = await storeProject(studio, account, {
    ...based,
    js: `import 'katex/dist/katex.css';
import confetti from 'canvas-confetti';
document.querySelector('output').textContent = typeof confetti;`,
    isPublic: true,
    isEmbeddable: true,
  });
  const studioPage = await open(account, `/project/${id}`);
  const embed = await visit('about:blank');
  const asked: string[] = [];
  for (const page of [studioPage.page, embed])
    page.context().on('request', (request) => asked.push(request.url()));
  // Once more: by then the studio knows the modules, and the page asks for all of them at once.
  for (const time of ['first', 'again']) {
    await embed.goto(`${studio.url}/embed/${id}?time=${time}`);
    const shown = embed.frameLocator('iframe[title="Live Preview"]');
    for (const page of [studioPage.preview.document, shown]) {
      await expect(page.locator('output')).toHaveText('function', { timeout: 60_000 });
      await expect(page.locator('.katex')).toHaveCSS('font-family', /KaTeX_Main/);
      await expect(page.locator('.leaflet-container')).toHaveCSS('overflow', 'hidden');
      await expect(page.locator('body')).toHaveCSS('margin', '0px');
    }
  }
  await studioPage.button('Projects').click();
  const card = studioPage.yourProjects.card('Never opened').frameLocator('iframe');
  await expect(card.locator('.leaflet-container')).toHaveCSS('overflow', 'hidden');
  expect(asked.filter((url) => url.startsWith(origin))).toEqual([]);
  await elsewhere.close();
});

test('WebAssembly comes from packages: what they load themselves, and their files by address', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const { id } = await storeProject(studio, account, {
    title: 'WebAssembly of packages',
    js: `import RAPIER from '@dimforge/rapier3d-compat';
import { REVISION } from 'three';
await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: -10, z: 0 });
const ball = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
world.createCollider(RAPIER.ColliderDesc.ball(1), ball);
world.step();
const address = import.meta.resolve('three/examples/jsm/libs/draco/draco_decoder.wasm');
const decoder = await WebAssembly.compileStreaming(fetch(address));
document.body.append(Object.assign(document.createElement('main'), {
  textContent: [ball.linvel().y < 0 ? 'falls' : 'hangs', WebAssembly.Module.exports(decoder).length > 0, REVISION].join(' '),
}));
`,
    isPublic: true,
    isEmbeddable: true,
  });
  const { preview } = await open(account, `/project/${id}`);
  await expect(preview.document.locator('main')).toHaveText(/^falls true \d+$/, { timeout: 60_000 });
  const embed = await visit(`${studio.url}/embed/${id}`);
  const shown = embed.frameLocator('iframe[title="Live Preview"]');
  await expect(shown.locator('main')).toHaveText(/^falls true \d+$/);
});
