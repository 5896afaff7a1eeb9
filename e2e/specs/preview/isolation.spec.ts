import { storeProject } from '../../fixtures/accounts.ts';
import { storeAssets, textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/test.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const blank = { title: 'Isolation', html: '', css: '', js: '' };

test('H01: user code reaches neither the page around it nor the session', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: `const out = [];
for (const probe of [
  () => parent.localStorage.length,
  () => top.document.title,
  () => parent.document.cookie,
]) {
  try { out.push(String(probe())); } catch (error) { out.push(error.name); }
}
fetch(${JSON.stringify(`${studio.url}/api/auth/me`)}, { credentials: 'include' })
  .then((response) => out.push(String(response.status)), (error) => out.push(error.name))
  .then(() => { document.body.textContent = out.join(' '); });`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText(
    'SecurityError SecurityError SecurityError TypeError',
  );
});

test('H02: user code that frees itself and navigates never runs in the app’s origin', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const reporting = '(opener ?? parent).postMessage({ ran: origin + " " + location.protocol }, "*")';
  const [drawing] = await storeAssets(
    studio,
    account,
    textFile('drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg"><script>${reporting}</script></svg>`),
  );
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<p>hostile</p>',
    // The preview runs it again after each navigation.
    js: `const page = '<script>${reporting}</' + 'script>';
const step = Number(sessionStorage.getItem('step'));
sessionStorage.setItem('step', step + 1);
addEventListener('message', ({ data }) => data?.ran && console.log('ran at ' + data.ran));
const frame = (src) => { const one = document.createElement('iframe'); one.src = src; document.body.append(one); };
frame(URL.createObjectURL(new Blob([page], { type: 'text/html' })));
frame('data:text/html,' + encodeURIComponent(page));
frame(${JSON.stringify(drawing?.url)});
frame(${JSON.stringify(`${studio.url}/`)});
try { parent.location = 'javascript:' + ${JSON.stringify(reporting)}; } catch (error) { console.log('parent: ' + error.name); }
try { frameElement.removeAttribute('sandbox'); } catch { console.log('no frame to free'); }
const places = [${JSON.stringify(`${studio.url}/`)}, ${JSON.stringify(drawing?.url)}, URL.createObjectURL(new Blob([page], { type: 'text/html' }))];
setTimeout(() => { if (places[step]) location.href = places[step]; else console.log('went everywhere'); }, step ? 0 : 1_500);`,
  });
  const studioPage = await open(account);
  await studioPage.page.addInitScript(() => {
    const ran: string[] = [];
    addEventListener('message', ({ data }) => data?.ran && ran.push(data.ran));
    Object.assign(window, { ran });
  });
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('went everywhere', { timeout: 60_000 });
  await expect(studioPage.console.panel).toContainText('no frame to free');
  await expect(studioPage.console.panel).toContainText('parent: SecurityError');
  const own = studio.sandboxUrl(project.id);
  const ran = (await studioPage.console.panel.innerText()).match(/ran at .*/g) ?? [];
  expect(new Set(ran)).toEqual(new Set([`ran at ${own} blob:`, 'ran at null data:']));
  // Of the pages in its own place, none ran anywhere else.
  expect(await studioPage.page.evaluate('ran.filter((at) => !at.startsWith(`' + own + ' `))')).toEqual([]);
  const appFrames = studioPage.page.frames().filter((frame) => frame.url().startsWith(`${studio.url}/`));
  expect(appFrames).toEqual([studioPage.page.mainFrame()]);
  expect(studioPage.projectId()).toBe(project.id);
});

test('H24: messages forged by any other frame are ignored, and none is sent to whoever may be listening', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const other = await storeProject(studio, account, blank);
  const forging = `for (const type of ['console-log', 'studio:painted', 'studio:left', 'studio:ready']) top.postMessage({ type, level: 'log', args: ['forged by ' + origin], timestamp: 1, renderId: 1 }, '*');`;
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<iframe srcdoc="<script>${forging}</script>"></iframe>
<iframe sandbox="allow-scripts" srcdoc="<script>${forging}</script>"></iframe>
<iframe src="${studio.sandboxUrl(other.id)}/"></iframe>`,
    js: `addEventListener('message', ({ data }) => console.log('heard', JSON.stringify(data)));
setTimeout(() => console.log("genuine"), 1_000)`,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('genuine');
  await expect(studioPage.console.panel).not.toContainText(/forged|heard/);
  await expect(studioPage.preview.element).toHaveCount(1);
});

test('H24: a page that goes on to another project’s origin is not heard from there, and hears nothing', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const forged = { type: 'console-log', level: 'log', args: ['forged'], timestamp: 1, renderId: 1 };
  const other = await storeProject(studio, account, {
    ...blank,
    js: `const tell = (path) => { new Image().src = path; };
addEventListener('message', ({ data }) => tell('/heard.png?' + encodeURIComponent(JSON.stringify(data))));
top.postMessage(${JSON.stringify(forged)}, '*');
tell('/forged.png');`,
    isEmbeddable: true,
  });
  const elsewhere = `${studio.sandboxUrl(other.id)}/rendered/${other.id}`;
  const project = await storeProject(studio, account, {
    ...blank,
    js: `if (sessionStorage.getItem('left')) console.log('back again');
else { sessionStorage.setItem('left', '1'); location.href = ${JSON.stringify(elsewhere)}; }`,
  });
  const studioPage = await open(account);
  const told: string[] = [];
  studioPage.page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(forged|heard)\.png$/.test(pathname)) told.push(pathname + decodeURIComponent(search));
  });
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('back again');
  await expect(studioPage.console.panel).not.toContainText('forged');
  expect(told).toEqual(['/forged.png']);
});

test('two projects share no storage, and neither sees the app’s', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const js = 'document.body.textContent = localStorage.length; localStorage.setItem("mark", "1")';
  const first = await storeProject(studio, account, { ...blank, js });
  const second = await storeProject(studio, account, { ...blank, js });
  const studioPage = await open(account, `/project/${first.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText('0');
  await studioPage.page.goto(`${studio.url}/project/${second.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText('0');
  await studioPage.page.goto(`${studio.url}/project/${first.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText('1');
});

test('H70: other sites receive only the origin of a user’s page as referrer, in the studio and in an embed', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const site = await serveForeignSite(
    '<p></p><script>document.querySelector("p").textContent = document.referrer</script>',
  );
  const project = await storeProject(studio, account, {
    ...blank,
    html: `<iframe src="${site.url}"></iframe>`,
    isEmbeddable: true,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const embed = await visit(`${studio.url}/embed/${project.id}`);
  for (const page of [studioPage.page, embed]) {
    const frame = page.locator('iframe[title="Live Preview"]');
    const player = frame.contentFrame().frameLocator('iframe');
    await expect(player.locator('p')).toHaveText(/^http:\/\/[^/]+\/$/);
    await expect(player.locator('p')).toHaveText(
      `${new URL((await frame.getAttribute('src')) ?? '').origin}/`,
    );
  }
  await site.close();
});
