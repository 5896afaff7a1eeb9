import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

interface Styled {
  name: FrameworkConfig['cssFramework'];
  html: string;
  css: string;
  /** The expected computed styles. */
  looks: Record<string, string>;
}

declare global {
  interface Window {
    /** Requests to compile that wait; null if they need not. */
    heldRequests: (() => void)[] | null;
  }
}

/** Long, because Sass is large and the editor loads at the same time. */
const firstLoad = { timeout: 30_000 };

const styled: Styled[] = [
  {
    name: 'scss',
    html: '<p id="it">x</p>',
    css: '@use "sass:math";\n$w: 10px;\n#it { &:first-child { width: math.div($w, 4); } }',
    looks: { width: '2.5px' },
  },
  {
    name: 'tailwind',
    html: '<p id="it" class="mt-[7px] bg-brand p-card">x</p>',
    css: '@theme { --color-brand: rgb(1 2 3); }\n@utility p-card { padding: 9px; }',
    looks: { 'margin-top': '7px', 'background-color': 'rgb(1, 2, 3)', padding: '9px' },
  },
  {
    name: 'bootstrap',
    html: '<p id="it" class="btn btn-primary">x</p>',
    css: '#it { padding: 1px; }',
    looks: { 'background-color': 'rgb(13, 110, 253)', padding: '1px' },
  },
  {
    name: 'bulma',
    html: '<p id="it" class="button is-primary">x</p>',
    css: '#it { padding: 1px; }',
    looks: { 'background-color': 'rgb(0, 209, 178)', padding: '1px' },
  },
];

for (const { name, html, css, looks } of styled) {
  test(`${name} looks the same in preview and embed, and asks nobody but the studio`, {
    tag: name === 'tailwind' ? '@smoke' : [],
  }, async ({ studio, account, open, visit }) => {
    const frameworkConfig = { ...defaultFrameworkConfig, cssFramework: name };
    const project = await storeProject(studio, account, {
      title: name,
      html,
      css,
      isEmbeddable: true,
      frameworkConfig,
    });
    const studioPage = await open(account, `/project/${project.id}`);
    const hosts = new Set<string>();
    const note = (request: { url(): string }) => hosts.add(new URL(request.url()).hostname);
    studioPage.page.context().on('request', note);
    const embed = await visit('about:blank');
    embed.context().on('request', note);
    await studioPage.page.reload();
    await embed.goto(`${studio.url}/embed/${project.id}`);
    const places = [studioPage.preview.document, embed.frameLocator('iframe[title="Live Preview"]')];
    for (const place of places) {
      for (const [property, value] of Object.entries(looks))
        await expect(place.locator('#it')).toHaveCSS(property, value, firstLoad);
    }
    expect([...hosts].filter((host) => !/(^|\.)localhost$|^127\.0\.0\.1$/.test(host))).toEqual([]);
  });
}

test('styles that change leave the scripts alone; a mistake is marked and the last page stays', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Counter',
    html: '<button id="b">0</button>',
    css: '#b { &:first-child { color: rgb(1, 1, 1); } }',
    js: 'b.onclick = () => b.textContent = Number(b.textContent) + 1',
    frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'scss' },
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const button = studioPage.preview.document.getByRole('button');
  await expect(button).toHaveCSS('color', 'rgb(1, 1, 1)', firstLoad);
  await button.press('Enter');
  await studioPage.css.replace('#b { &:first-child { color: rgb(2, 2, 2); } }');
  await expect(button).toHaveCSS('color', 'rgb(2, 2, 2)');
  await expect(button).toHaveText('1');
  await studioPage.css.replace('@import "nowhere";');
  await expect(studioPage.page.locator('.squiggly-error').first()).toBeVisible();
  await expect(studioPage.console.panel).toContainText('There is no such style sheet');
  await expect(button).toHaveCSS('color', 'rgb(2, 2, 2)');
  await expect(button).toHaveText('1');
  await studioPage.css.replace('#b { color: rgb(3, 3, 3); }');
  await expect(button).toHaveCSS('color', 'rgb(3, 3, 3)');
  await expect(studioPage.page.locator('.squiggly-error')).toHaveCount(0);
});

test('endless Sass is stopped and reported; the page stays, and the next edit is shown', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Endless',
    html: '<p>still here</p>',
    css: 'p { color: rgb(1, 1, 1); }',
    frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'scss' },
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const paragraph = studioPage.preview.document.getByText('still here');
  await expect(paragraph).toHaveCSS('color', 'rgb(1, 1, 1)', firstLoad);
  await studioPage.css.replace('@while true {}');
  await expect(studioPage.preview.panel.getByText('Compiling...')).toBeVisible();
  await expect(studioPage.preview.panel.getByText('Compiling...')).toBeHidden({ timeout: 15_000 });
  await expect(studioPage.console.panel).toContainText('Compiling took longer than 5 seconds');
  await expect(paragraph).toBeVisible();
  await studioPage.css.replace('p { color: rgb(2, 2, 2); }');
  await expect(paragraph).toHaveCSS('color', 'rgb(2, 2, 2)');
});

const tailwind = { ...defaultFrameworkConfig, cssFramework: 'tailwind' as const };

test('Tailwind styles the classes that a page makes while it runs, in the studio, full screen and embedded', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Made at run time',
    html: '<button id="b">0</button>',
    // Tailwind itself could not load it.
    css: "@import 'leaflet/dist/leaflet.css';",
    js: 'b.onclick = () => { b.textContent = Number(b.textContent) + 1; b.className = "h-[" + (40 + Number(b.textContent)) + "px]"; };',
    isPublic: true,
    isEmbeddable: true,
    frameworkConfig: tailwind,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const full = await visit(`${studio.url}/preview/${project.id}`);
  const embed = await visit(`${studio.url}/embed/${project.id}`);
  for (const page of [studioPage.page, full, embed]) {
    const button = page.frameLocator('iframe[title="Live Preview"]').getByRole('button');
    for (const turn of ['1', '2']) {
      await button.press('Enter', firstLoad);
      await expect(button).toHaveCSS('height', `4${turn}px`);
      await expect(button).toHaveText(turn);
    }
  }
});

for (const [where, html] of [
  ['where another one begins like it', '<p class="mt-10">x</p>'],
  ['whatever base it names', '<base href="https://elsewhere.example/"><p>x</p>'],
] as const)
  test(`Tailwind styles a class that an embedded page makes, ${where}`, async ({
    studio,
    account,
    visit,
  }) => {
    const project = await storeProject(studio, account, {
      title: 'Made at run time',
      html,
      js: 'document.querySelector("p").className = "mt-" + 1;',
      isEmbeddable: true,
      frameworkConfig: tailwind,
    });
    const embed = await visit(`${studio.url}/embed/${project.id}`);
    await expect(embed.frameLocator('iframe').getByText('x')).toHaveCSS('margin-top', '4px', firstLoad);
  });

test('H71: a page that makes class names without end is styled so far, not run again, and edited meanwhile', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Names without end',
    html: '<p id="out"></p>',
    js: `const runs = Number(localStorage.getItem("runs")) + 1;
localStorage.setItem("runs", runs);
out.textContent = "run " + runs;
let made = 0;
setInterval(() => { for (let i = 0; i < 50 && made < 5_000; i++) document.body.className = "mt-[" + made++ + "px]"; }, 10);
setInterval(() => { for (let i = 0; i < 50 && made < 5_000; i++) document.body.append(Object.assign(document.createElement("i"), { className: "p-[" + made++ + "px]" })); }, 10);`,
    frameworkConfig: tailwind,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('The page has made 2000 class names', firstLoad);
  await expect(studioPage.preview.document.locator('#out')).toHaveText('run 1');
  await studioPage.html.replace('<p id="out"></p><b>edited</b>');
  await expect(studioPage.preview.document.getByText('edited')).toBeVisible();
  await expect(studioPage.preview.document.locator('#out')).toHaveText('run 2');
});

test('a page that is run while styles for its new classes are compiled runs', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Run meanwhile',
    html: '<button id="b" onclick="this.className = `h-[` + 41 + `px]`">new</button>',
    css: 'p { top: 1px }',
    js: 'localStorage.runs = Number(localStorage.runs ?? 0) + 1;\nb.title = `run ${localStorage.runs}`;',
    frameworkConfig: tailwind,
  });
  const studioPage = await open(account, '/favicon.svg');
  const { page, preview } = studioPage;
  // The worker takes the next request once the test lets it.
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    window.heldRequests = null;
    Worker.prototype.postMessage = function (this: Worker, message: object) {
      const send = () => postMessage.call(this, message);
      if (window.heldRequests && 'classes' in message) window.heldRequests.push(send);
      else send();
    };
  });
  await page.goto(`${studio.url}/project/${project.id}`);
  const button = preview.document.getByRole('button');
  await expect(button).toHaveAttribute('title', 'run 1', firstLoad);
  await studioPage.loaded();
  await page.evaluate(() => {
    window.heldRequests = [];
  });
  await button.press('Enter');
  await expect.poll(() => page.evaluate(() => window.heldRequests?.length)).toBe(1);
  await studioPage.css.replace('p { top: 2px }');
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.button('Run').click();
  await page.evaluate(() => {
    const held = window.heldRequests ?? [];
    window.heldRequests = null;
    for (const send of held) send();
  });
  await expect(button).toHaveAttribute('title', 'run 2');
});

test('styles that change while a script in the head is awaited are those of the page', async ({
  studio,
  account,
  open,
}) => {
  const address = 'https://scripts.example/slow.js';
  const project = await storeProject(studio, account, {
    title: 'Slow script',
    html: `<!doctype html><html><head><script src="${address}"></script></head><body><p>x</p></body></html>`,
    css: 'p { top: 1px }',
    js: '',
  });
  const studioPage = await open(account, '/favicon.svg');
  const { page, preview } = studioPage;
  const arrival = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await arrival.promise;
    await route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  await page.goto(`${studio.url}/project/${project.id}`);
  await studioPage.loaded();
  await expect(preview.element).toBeVisible();
  for (const top of ['2px', '3px']) {
    await studioPage.css.replace(`p { top: ${top} }`);
    await expect(studioPage.badge).toHaveText('Saved');
  }
  arrival.resolve();
  await expect(preview.document.locator('p')).toHaveCSS('top', '3px');
});

test('styles of a page that has removed everything are no error of it', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    title: 'Nothing',
    html: '<p>gone</p>',
    css: '',
    js: 'document.documentElement.remove(); console.log("removed");',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row('removed')).toBeVisible();
  await studioPage.css.replace('p { color: red }');
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.console.evaluate('`still ${document.nodeName}`');
  await expect(studioPage.console.row("'still #document'")).toBeVisible();
  await expect(studioPage.console.level('Errors')).toHaveText(/0/);
});
