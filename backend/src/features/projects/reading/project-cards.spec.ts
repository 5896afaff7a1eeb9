import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project, ProjectSummary } from '@studio/contract/http/projects';
import request from 'supertest';
import { firstAdmin, suspend } from '../../../../test/support/studio/admin-actions.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { ProjectCardsService } from './project-cards.service.js';

let studio: TestStudio;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
  stranger = await studio.person();
});
afterAll(() => studio.stop());

async function cardUrl(project: Project): Promise<URL> {
  const response = await studio.call('get', '/projects', owner).expect(200);
  const listed = response.body.data.find(({ id }: ProjectSummary) => id === project.id);
  return new URL(listed.cardUrl);
}

/** The response that a card's frame gets from this address. */
function frame(url: URL, headers: Record<string, string> = {}) {
  return request(`http://127.0.0.1:${studio.config.sandboxPort}`)
    .get(url.pathname + url.search)
    .set({ Host: url.host, 'Sec-Fetch-Dest': 'iframe', ...headers });
}

const picture = { html: '<h1>Drawn</h1>', css: 'h1{color:red}', js: 'drawn()' };

describe('the picture on a project’s card', () => {
  it('is shown to whoever got its address with a list, private or not, with nothing that could run', async () => {
    const url = await cardUrl(await studio.project(owner, picture));
    const card = await frame(url).expect(200);
    expect(card.text).toContain('<h1>Drawn</h1>');
    expect(card.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';(?!.*script-src)/);
    expect(card.text).not.toContain('data-hosts');
  });

  it('is kept by the browser; where a script may change what is seen, only until it has changed', async () => {
    const still = await frame(await cardUrl(await studio.project(owner, { ...picture, js: '' }))).expect(200);
    expect(still.headers['cache-control']).toContain('immutable');
    const url = await cardUrl(await studio.project(owner, picture));
    const { headers } = await frame(url).expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    await frame(url, { 'If-None-Match': headers['etag'] ?? '' }).expect(304);
  });

  it('runs where that is asked for, behind the runtime', async () => {
    const url = await cardUrl(await studio.project(owner, picture));
    url.searchParams.set('run', '1');
    const card = await frame(url).expect(200);
    expect(card.headers['content-security-policy']).toBe("form-action 'none'");
    expect(card.text).toMatch(/data-hosts[^]*drawn\(\)/);
  });

  it('cannot be had by another signature, for another version or at another host', async () => {
    const project = await studio.project(owner, picture);
    const other = await studio.project(owner, picture);
    const url = await cardUrl(project);
    const forged = [
      { k: '' },
      { k: 'A'.repeat(43) },
      { k: (await cardUrl(other)).searchParams.get('k') ?? '' },
      { v: '2' },
      { v: 'x' },
    ];
    for (const change of forged) {
      const changed = new URL(url);
      for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value);
      const card = await frame(changed).expect(404);
      expect(card.text).not.toContain('Drawn');
    }
    const elsewhere = await frame(url, { Host: new URL(await cardUrl(other)).host });
    expect(elsewhere.text).not.toContain('Drawn');
    const opened = await frame(url, { 'Sec-Fetch-Dest': 'document' }).expect(200);
    expect(opened.text).toContain('This address runs');
  });

  it('has another address after each save, which shows what was saved', async () => {
    const project = await studio.project(owner, picture);
    const before = await cardUrl(project);
    const save = studio.call('put', `/projects/${project.id}`, owner).send({ html: '<h1>Redrawn</h1>' });
    await save.expect(200);
    const after = await frame(await cardUrl(project)).expect(200);
    expect(after.text).toContain('<h1>Redrawn</h1>');
    await frame(before).expect(404);
  });

  it('ends with its version: a project made private since shows nothing to those who had listed it', async () => {
    const project = await studio.project(owner, { ...picture, isPublic: true });
    const response = await studio.call('get', '/projects/public', stranger).expect(200);
    const listed = response.body.data.find(({ id }: ProjectSummary) => id === project.id);
    await frame(new URL(listed.cardUrl)).expect(200);
    await studio.call('put', `/projects/${project.id}`, owner).send({ isPublic: false }).expect(200);
    await frame(new URL(listed.cardUrl)).expect(404);
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    await frame(new URL(listed.cardUrl)).expect(404);
  });

  it('is shown to moderators while the project or its owner is hidden, and to nobody else', async () => {
    const admin = await firstAdmin(studio);
    const author = await studio.person();
    const shown = { ...picture, isPublic: true };
    const [removed, kept] = [await studio.project(author, shown), await studio.project(author, shown)];
    const reason = { reason: 'malware' };
    const { body: report } = await studio.call('post', `/projects/${removed.id}/report`, owner).send(reason);
    const decision = studio.call('post', `/admin/reports/${report.id}/resolve`, admin);
    await decision.send({ action: 'remove', note: 'It steals.' }).expect(200);
    const own = (await studio.call('get', '/projects', author).expect(200)).body.data as ProjectSummary[];
    const urlOf = (list: ProjectSummary[], { id }: Project) =>
      new URL(list.find((one) => one.id === id)?.cardUrl ?? '');
    await frame(urlOf(own, kept)).expect(200);
    await suspend(studio, admin, author).expect(200);

    const { body } = await studio.call('get', '/admin/projects', admin).expect(200);
    for (const project of [removed, kept]) {
      const refused = await frame(urlOf(own, project)).expect(404);
      expect(refused.text).toContain('This project is hidden or gone, or the list is out of date.');
      const url = urlOf(body.data, project);
      expect((await frame(url).expect(200)).text).toContain(picture.html);
      const run = new URL(url);
      run.searchParams.set('run', '1');
      expect((await frame(run).expect(200)).text).toContain('drawn()');
      const version = Number(url.searchParams.get('v'));
      const at = new Date(Date.now() - 2 * 3_600_000);
      const old = studio.studio.app
        .get(ProjectCardsService)
        .addressForModerators({ id: project.id, version }, at);
      await frame(new URL(old)).expect(404);
    }
  });

  it('says in words what draws a page that is empty without scripts, or that it does not compile', async () => {
    const react = { ...defaultFrameworkConfig, framework: 'react' as const };
    const drawn = await studio.project(owner, {
      html: '<div id="root"></div>',
      js: 'ReactDOM.render(<p/>, root)',
      frameworkConfig: react,
    });
    expect((await frame(await cardUrl(drawn)).expect(200)).text).toContain('Drawn by React');
    const canvas = await studio.project(owner, { html: '<canvas></canvas>', js: 'draw()' });
    expect((await frame(await cardUrl(canvas)).expect(200)).text).toMatch(
      /content:'Drawn by JavaScript'[^]*<canvas>/,
    );
    const broken = { js: 'const = 1', frameworkConfig: react };
    const blank = await studio.project(owner, { html: '<div id="root"></div>', ...broken });
    expect((await frame(await cardUrl(blank)).expect(200)).text).toContain('build error');
    const painted = await studio.project(owner, { html: '', css: 'body::before{content:"art"}', js: '' });
    expect((await frame(await cardUrl(painted)).expect(200)).text).toContain('body::before{content:"art"}');
    const seen = await studio.project(owner, { ...picture, ...broken });
    expect((await frame(await cardUrl(seen)).expect(200)).text).toContain(picture.html);
  });
});
