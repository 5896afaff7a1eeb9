import type { Page } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { ProjectInput } from '@studio/contract/http/projects';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { pressInCard } from '../../fixtures/input/press-in-card.ts';
import { expect, test } from '../../fixtures/test.ts';

const moving = {
  html: '<h1 id="out">Still</h1>',
  css: 'h1 { animation: fade 60s both } @keyframes fade { from { opacity: 0 } to { opacity: 1 } }',
  js: 'out.textContent = "Ran"; out.onclick = () => { out.textContent = "Pressed"; }; setInterval(() => console.log("tick"), 20)',
};

test('a card shows what HTML and CSS show at 0.75, and runs its scripts when asked to', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  await storeProject(studio, account, { ...moving, title: 'Moving' });
  const studioPage = await open(account);
  await studioPage.button('Projects').click();
  const card = studioPage.yourProjects.card('Moving');
  const frame = card.locator('iframe');
  const heading = card.frameLocator('iframe').getByRole('heading', { includeHidden: true });
  await expect(heading).toHaveText('Still');
  await expect(heading).toHaveCSS('opacity', '1');
  await expect(frame).toHaveAttribute('aria-hidden', 'true');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(frame).toHaveCSS('scale', '0.75');
  await expect(frame.locator('..')).toHaveAttribute('inert');

  await card.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(heading).toHaveText('Ran');
  await heading.click();
  await expect(heading).toHaveText('Pressed');
  await expect(card.getByTitle('Preview of Moving')).toBeVisible();
  await card.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(heading).toHaveText('Still');
});

test('only cards in view have a page, and what runs ends when its card leaves the view', {
  tag: '@nightly',
}, async ({ studio, open }) => {
  const author = await register(studio);
  for (let made = 0; made < 16; made += 1)
    await storeProject(studio, author, { ...moving, title: `Card ${made}` });
  const studioPage = await open(author);
  let ticks = 0;
  studioPage.page.on('console', (message) => {
    if (message.text() === 'tick') ticks += 1;
  });
  await studioPage.button('Projects').click();
  const first = studioPage.yourProjects.card('Card 15');
  await expect(first.locator('iframe')).toHaveCount(1);
  await expect(studioPage.yourProjects.card('Card 1').last().locator('iframe')).toHaveCount(0);
  await first.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(first.frameLocator('iframe').getByRole('heading')).toHaveText('Ran');
  await expect.poll(() => ticks).toBeGreaterThan(2);
  await studioPage.page.setViewportSize({ width: 500, height: 500 });
  await studioPage.yourProjects.card('Card 1').last().scrollIntoViewIfNeeded();
  await expect(first.locator('iframe')).toHaveCount(0);
  await expectStopped(studioPage.page, () => ticks);
  await first.scrollIntoViewIfNeeded();
  await expect(first.frameLocator('iframe').getByRole('heading', { includeHidden: true })).toHaveText(
    'Still',
  );
  await first.getByRole('button', { name: 'Run', exact: true }).click();
  const before = ticks;
  await expect.poll(() => ticks).toBeGreaterThan(before);
  await first.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(first.locator('iframe')).toHaveAttribute('sandbox', '');
  await expectStopped(studioPage.page, () => ticks);
  await studioPage.yourProjects.close.click();
  await expect(studioPage.page.locator('iframe[src*="/card/"]')).toHaveCount(0);
});

/** Whatever ticks every 20 ms does not tick while the page around it counts 20 ticks of its own. */
async function expectStopped(page: Page, ticks: () => number): Promise<void> {
  const countTicks = () =>
    page.evaluate(
      () =>
        new Promise<void>((done) => {
          let own = 0;
          const timer = setInterval(() => {
            own += 1;
            if (own < 20) return;
            clearInterval(timer);
            done();
          }, 20);
        }),
    );
  // What it has printed before may still be on its way.
  await countTicks();
  const before = ticks();
  await countTicks();
  expect(ticks()).toBe(before);
}

test('a card that runs brings its project back when its page leaves for another site, unless it does so endlessly', async ({
  studio,
  account,
  open,
}) => {
  const html = '<p id="out">Home</p><a href="https://elsewhere.example/">Away</a>';
  const js = 'out.onclick = () => { out.textContent = "Pressed"; }';
  await storeProject(studio, account, { title: 'Leaves', html, js });
  const endless = 'setTimeout(() => { location = "https://elsewhere.example/"; }, 100)';
  await storeProject(studio, account, { title: 'Flees', html, js: endless });
  const studioPage = await open(account);
  await studioPage.button('Projects').click();
  const card = studioPage.yourProjects.card('Leaves');
  await card.getByRole('button', { name: 'Run', exact: true }).click();
  const inside = card.frameLocator('iframe');
  for (let time = 0; time < 2; time += 1) {
    await inside.getByText('Home').click();
    await expect(inside.getByText('Pressed')).toBeVisible();
    await pressInCard(studioPage.page, card, inside.getByRole('link', { name: 'Away' }));
  }
  await expect(inside.getByText('Home')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();

  const other = studioPage.yourProjects.card('Flees');
  await studioPage.page.clock.setFixedTime(new Date());
  await other.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
});

for (const [how, flooding] of [
  ['its page', { js: 'setInterval(() => { for (let i = 0; i < 20_000; i++) parent.postMessage(1, "*"); })' }],
  [
    'a frame inside its page',
    {
      html: '<iframe srcdoc="<script>setInterval(() => { for (let i = 0; i < 20000; i++) top.postMessage(1, `*`); })</script>"></iframe>',
    },
  ],
] as const)
  test(`a card that runs is stopped when ${how} floods the studio with messages, and it alone`, async ({
    studio,
    account,
    open,
  }) => {
    await storeProject(studio, account, { title: 'Calm' });
    await storeProject(studio, account, { title: 'Floods', ...flooding });
    const studioPage = await open(account);
    const { yourProjects } = studioPage;
    await studioPage.button('Projects').click();
    const calm = yourProjects.card('Calm');
    await calm.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(calm.getByTitle('Preview of Calm')).toBeVisible();
    const card = yourProjects.card('Floods');
    await card.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(card.getByTitle('Preview of Floods')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    // Until what it has sent is read.
    await studioPage.page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await expect(calm.getByTitle('Preview of Calm')).toBeVisible();
    await yourProjects.close.click();
    await expect(yourProjects.dialog).toBeHidden();
    await studioPage.consoleToggle.click();
    await expect(studioPage.page.getByText('stopped')).toHaveCount(0);
    await expect(studioPage.preview.element).toBeVisible();
  });

test('a press anywhere on a card opens its project; what else is pressed on it keeps its own work', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const pressed = '<button onclick="this.textContent = `Pressed`">Press</button>';
  await storeProject(studio, account, { title: 'Anywhere', html: pressed, js: '1', tags: ['animation'] });
  await storeProject(studio, account, { title: 'Elsewhere', html: '<p>' });
  const studioPage = await open(account);
  const { yourProjects, page } = studioPage;
  const card = yourProjects.card('Anywhere');
  await studioPage.button('Projects').click();

  await card.getByRole('button', { name: 'animation' }).click();
  await expect(yourProjects.dialog.getByRole('button', { name: 'Remove tag animation' })).toBeVisible();
  await yourProjects.dialog.getByRole('button', { name: 'Remove tag animation' }).click();
  await card.getByRole('button', { name: 'Run', exact: true }).click();
  const inPage = card.frameLocator('iframe').getByRole('button');
  await inPage.click();
  await expect(inPage).toHaveText('Pressed');
  await card.getByRole('button', { name: 'Stop', exact: true }).click();

  await yourProjects.search.fill('anim');
  await expect(yourProjects.card('Elsewhere')).toHaveCount(0);
  for (const at of [{ x: 80, y: 70 }, 'heading'] as const) {
    if (typeof at === 'string') {
      const heading = await card.getByRole('heading').boundingBox();
      await page.mouse.click((heading?.x ?? 0) + 5, (heading?.y ?? 0) + 5);
    } else await card.click({ position: at });
    await expect(yourProjects.dialog).toBeHidden();
    await expect(studioPage.title).toHaveValue('Anywhere');
    await studioPage.button('New').click();
    await expect(studioPage.title).toHaveValue('Untitled');
    await studioPage.button('Projects').click();
  }
  await expect(card).toBeVisible();
  await expect(card.locator('a a, a button, button a, button button')).toHaveCount(0);
});

test('the card of a project that its script draws shows what its owner last saw', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const css =
    ':root { font-size: 20px } svg { transform: rotate(-90deg) } html, body { margin: 0; background: teal } canvas { display: block; width: 100vw; height: 100vh }';
  const js = `const canvas = document.querySelector('canvas');
const context = canvas.getContext('2d');
context.fillStyle = 'tomato';
context.fillRect(0, 0, canvas.width / 2, canvas.height);
document.body.append(Object.assign(document.createElement('h1'), { textContent: 'Made by script' }));`;
  await storeProject(studio, account, { title: 'Painted', html: '<canvas></canvas>', css, js });
  const studioPage = await open(account);
  await studioPage.button('Projects').click();
  const card = studioPage.yourProjects.card('Painted');
  await expect(card.frameLocator('iframe').locator('canvas')).toHaveCount(1);
  const label = await card
    .frameLocator('iframe')
    .locator('html')
    .evaluate((page) => getComputedStyle(page, '::after').content);
  expect(label).toBe('"Drawn by JavaScript"');

  const stored = studioPage.page.waitForResponse((response) => response.url().endsWith('/picture'));
  await card.getByRole('button', { name: 'Load' }).click();
  expect((await stored).status()).toBe(204);
  // Also when the project is opened by its address.
  const again = studioPage.page.waitForResponse((response) => response.url().endsWith('/picture'));
  await studioPage.page.reload();
  expect((await again).status()).toBe(204);
  await studioPage.button('Projects').click();
  const picture = card.frameLocator('iframe').locator('img');
  await expect(picture).toHaveJSProperty('naturalWidth', 480);
  const colors = await picture.evaluate(async (image: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), {
      width: 480,
      height: image.naturalHeight,
    });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return [40, 440].map((x) =>
      [...(context?.getImageData(x, 40, 1, 1).data ?? [])].map((c) => Math.round(c / 40)),
    );
  });
  expect(colors).toEqual([
    [6, 2, 2, 6],
    [0, 3, 3, 6],
  ]);
});

const react = { ...defaultFrameworkConfig, framework: 'react' as const };
const vue = { ...defaultFrameworkConfig, framework: 'vue' as const };
const addItems =
  'for (let i = 1; i < 9; i += 1) document.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: `Item ${i}` }))';
const drawn: [string, ProjectInput][] = [
  [
    'a canvas',
    {
      html: '<canvas></canvas>',
      js: 'document.querySelector("canvas").getContext("2d").fillRect(9, 9, 50, 50)',
    },
  ],
  ['elements in an empty page', { js: 'document.body.append("Made by script")' }],
  ['most of a page', { html: '<h1>List</h1><ul></ul>', js: addItems }],
  ['something after a while', { js: 'setTimeout(() => document.body.append("At last"), 2500)' }],
  [
    'React',
    {
      html: '<div id="root"></div>',
      js: 'ReactDOM.render(<h1>Made by React</h1>, document.getElementById("root"))',
      frameworkConfig: react,
    },
  ],
  [
    'Vue',
    {
      html: '<div id="app"></div>',
      js: 'Vue.createApp({ template: "<h1>Made by Vue</h1>" }).mount("#app")',
      frameworkConfig: vue,
    },
  ],
];
for (const [what, input] of drawn)
  test(`a project that was opened by its address has a picture on its card: ${what}`, {
    tag: '@nightly',
  }, async ({ studio, account, open }) => {
    const { id } = await storeProject(studio, account, { ...input, title: 'Drawn' });
    const studioPage = await open(account);
    const stored = studioPage.page.waitForResponse((response) => response.url().endsWith('/picture'));
    await studioPage.page.goto(`${studio.url}/project/${id}`);
    expect((await stored).status()).toBe(204);
    await studioPage.button('Projects').click();
    await expect(
      studioPage.yourProjects.card('Drawn').frameLocator('iframe').locator('img'),
    ).toHaveJSProperty('naturalWidth', 480);
  });

test('a card in an open list gets its picture as soon as there is one, and keeps what HTML shows until then', async ({
  account,
  open,
}) => {
  const studioPage = await open(account);
  await studioPage.loaded();
  await studioPage.title.fill('Left at once');
  await studioPage.html.replace('<p>Waiting</p>');
  await studioPage.js.replace(
    'setTimeout(() => document.body.append("Much more than what was there before it"), 500)',
  );
  await studioPage.page.keyboard.press('Control+s');
  await studioPage.page.waitForURL(/project/);
  await studioPage.button('Projects').click();
  const page = studioPage.yourProjects.card('Left at once').frameLocator('iframe');
  await expect(page.locator('img')).toHaveJSProperty('naturalWidth', 480);
});

test('taking the picture of a page runs nothing of its code again', async ({ studio, account, open }) => {
  const js = `let made = 0;
customElements.define('own-part', class extends HTMLElement {
  constructor() { super(); made += 1; }
  connectedCallback() { this.textContent = 'Made by script'; }
});
addEventListener('click', () => { document.querySelector('output').textContent = 'made: ' + made; });`;
  const html = '<own-part></own-part><output></output>';
  const { id } = await storeProject(studio, account, { title: 'Parts', html, js });
  const studioPage = await open(account);
  const stored = studioPage.page.waitForResponse((response) => response.url().endsWith('/picture'));
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  expect((await stored).status()).toBe(204);
  await studioPage.preview.document.getByText('Made by script').click();
  await expect(studioPage.preview.document.locator('output')).toHaveText('made: 1');
});

test('a project whose preview was out of sight is captured once it is seen', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { title: 'Hidden', js: 'document.body.append("Seen")' });
  const studioPage = await open(account);
  const { page } = studioPage;
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent = 'html:not(.seen) section[aria-label=Preview] { display: none }';
      document.head.append(style);
    });
  });
  await page.goto(`${studio.url}/project/${id}`);
  await studioPage.loaded();
  const stored = page.waitForResponse((response) => response.url().endsWith('/picture'));
  await page.evaluate(() => document.documentElement.classList.add('seen'));
  expect((await stored).status()).toBe(204);
});
