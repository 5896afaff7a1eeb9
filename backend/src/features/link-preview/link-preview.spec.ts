import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OEmbed } from '@studio/contract/http/oembed';
import type { Project, ProjectInput } from '@studio/contract/http/projects';
import request from 'supertest';
import { DatabaseProxy } from '../../../test/support/faults/database-proxy.js';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';

const line = new DatabaseProxy();
let studio: TestStudio;
let owner: Person;
let embeddable: Project;
beforeAll(async () => {
  studio = await startTestStudio({}, line.reach);
  owner = await studio.resident();
  embeddable = await make({ title: 'Orbit', isEmbeddable: true });
});
afterAll(async () => {
  await studio.stop();
  await line.remove();
});

const make = (input: ProjectInput) => studio.project(owner, input);
const page = (path: string) => request(studio.url).get(path);
const bare = async () => (await page('/project/0000000000000000').expect(200)).text;
const address = (path: string) => `${studio.config.publicUrl}${path}`;
const oembed = (query: Record<string, string>) => studio.call('get', '/oembed').query(query);

/** Tags of the page by name, as a browser reads them. */
function tagsOf(html: string): Record<string, string> {
  const tags = [
    ...html.matchAll(/<(?:meta (?:name|property)|link rel)="([^"]+)" (?:content|href)="([^"]*)"/g),
  ];
  const text = (value = '') => value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return Object.fromEntries(tags.map(([, name, value]) => [name, text(value)]));
}

describe('a link to a project', () => {
  it('has tags for the oEmbed, the player and the card of an embeddable project', async () => {
    const { text, headers } = await page(`/project/${embeddable.id}`).expect(200);
    const link = address(`/project/${embeddable.id}`);
    expect(tagsOf(text)).toMatchObject({
      robots: 'noindex',
      alternate: address(`/api/oembed?url=${encodeURIComponent(link)}&format=json`),
      'og:type': 'website',
      'og:site_name': 'CodeStudio',
      'og:title': 'Orbit',
      'og:description': `HTML, CSS and JavaScript by ${owner.user.username}`,
      'og:url': link,
      'og:image': expect.stringContaining(`${link}/card.png?v=${embeddable.version}-`),
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'player',
      'twitter:player': address(`/embed/${embeddable.id}`),
      'twitter:player:height': '600',
    });
    await page(`/project/${embeddable.id}`).set('If-None-Match', String(headers['etag'])).expect(304);
  });

  it('has title, description and address of a project that is only public, but no embed', async () => {
    const project = await make({ title: 'Open', description: 'Two\nlines', isPublic: true });
    const tags = tagsOf((await page(`/project/${project.id}`).expect(200)).text);
    expect(tags).toMatchObject({
      canonical: address(`/project/${project.id}`),
      'og:title': 'Open',
      'og:description': 'Two lines',
      'twitter:card': 'summary_large_image',
    });
    expect(tags).not.toHaveProperty('alternate');
    expect(tags).not.toHaveProperty('twitter:player');
    expect(tags).not.toHaveProperty('robots');
  });

  it('has the beginning of a long description, with whole characters', async () => {
    const { id } = await make({ description: `${'x'.repeat(299)}😀 and more`, isPublic: true });
    const tags = tagsOf((await page(`/project/${id}`).expect(200)).text);
    expect(tags['og:description']).toBe('x'.repeat(299));
  });

  it('has no tags for any other project: private, in the trash, made private a moment ago, or unknown', async () => {
    const hidden = await make({ title: 'Private' });
    const deleted = await make({ isPublic: true });
    await studio.call('delete', `/projects/${deleted.id}`, owner).expect(204);
    const closed = await make({ isPublic: true, isEmbeddable: true });
    expect((await page(`/project/${closed.id}`)).text).not.toBe(await bare());
    const none = { isPublic: false, isEmbeddable: false };
    await studio.call('put', `/projects/${closed.id}`, owner).send(none).expect(200);
    for (const { id } of [hidden, deleted, closed]) {
      expect((await page(`/project/${id}`).expect(200)).text).toBe(await bare());
      await page(`/project/${id}/card.png`).expect(404);
      await oembed({ url: address(`/project/${id}`) }).expect(404);
    }
    expect(tagsOf(await bare())).not.toHaveProperty('og:title');
  });

  it('H65: shows what people wrote literally, in one line, and turned around by nobody', async () => {
    const title = '</title></script><script>alert("1")</script>\'"&\u202e\u2028x\u200b';
    const project = await make({
      title,
      description: '"><img src=x onerror=alert(1)>\r\n',
      isEmbeddable: true,
    });
    const shown = '</title></script><script>alert("1")</script>\'"& x';
    for (const path of [`/project/${project.id}`, `/embed/${project.id}`]) {
      const { text } = await page(path).expect(200);
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img');
      expect(tagsOf(text)).toMatchObject({
        'og:title': shown,
        'og:description': '"><img src=x onerror=alert(1)>',
      });
    }
    const { body } = await oembed({ url: address(`/project/${project.id}`) }).expect(200);
    expect(body.title).toBe(shown);
    expect(body.html).not.toContain('<script');
  });
});

describe('an embed', () => {
  it('has the preview of its project, with the known options of its address and no others', async () => {
    const { text } = await page(`/embed/${embeddable.id}?tabs=js,result&theme="><i>&run=click&utm=1`).expect(
      200,
    );
    const player = address(`/embed/${embeddable.id}?tabs=js,result&run=click`);
    expect(tagsOf(text)).toMatchObject({
      robots: 'noindex',
      'twitter:player': player,
      alternate: address(`/api/oembed?url=${encodeURIComponent(player)}&format=json`),
      'og:url': address(`/project/${embeddable.id}`),
    });
    const { body } = await oembed({ url: player }).expect(200);
    expect(body.html).toContain(`src="${player.replace('&', '&#38;')}"`);
  });

  it('of an unknown project shows only that it is not available', async () => {
    const { text } = await page('/embed/0000000000000000').expect(404);
    expect(tagsOf(text)).toEqual({ viewport: expect.any(String), robots: 'noindex' });
  });

  it('that was taken down is 410 with the text of a missing one, and shows nothing else', async () => {
    const project = await make({ title: 'Gone', isPublic: true, isEmbeddable: true });
    const link = { url: address(`/embed/${project.id}`) };
    await oembed(link).expect(200);
    const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
    const reason = { reason: 'malware' };
    const report = await studio
      .call('post', `/projects/${project.id}/report`, admin)
      .send(reason)
      .expect(201);
    const decision = studio.call('post', `/admin/reports/${report.body.id}/resolve`, admin);
    await decision.send({ action: 'remove', note: 'It steals.' }).expect(200);

    const gone = await page(`/embed/${project.id}?theme=dark`).expect(410);
    expect(tagsOf(gone.text)).toEqual({ viewport: expect.any(String), robots: 'noindex' });
    expect(gone.text).toContain('data-theme="dark"');
    const { text } = await page('/embed/0000000000000000?theme=dark').expect(404);
    expect(gone.text.replace('410: Gone', '404: Not Found')).toBe(text);
    expect((await page(`/project/${project.id}`).expect(200)).text).toBe(await bare());
    await page(`/project/${project.id}/card.png`).expect(404);
    await oembed(link).expect(404);
  });
});

describe('oEmbed', () => {
  it('is a frame with the embed, 600 high unless less is asked for', async () => {
    const link = address(`/project/${embeddable.id}`);
    const { body } = await oembed({ url: `${link}/?utm=1#top` }).expect(200);
    expect(OEmbed.parse(body)).toEqual({
      type: 'rich',
      version: '1.0',
      title: 'Orbit',
      author_name: owner.user.username,
      provider_name: 'CodeStudio',
      provider_url: studio.config.publicUrl,
      cache_age: 3_600,
      html: expect.stringContaining(
        `<iframe src="${address(`/embed/${embeddable.id}`)}" width="800" height="600"`,
      ),
      width: 800,
      height: 600,
      thumbnail_url: expect.stringContaining(`${link}/card.png?v=${embeddable.version}-`),
      thumbnail_width: 1_200,
      thumbnail_height: 630,
    });
    // Without it the project could not go full screen there or write to the clipboard (ADR 26).
    expect(body.html).toContain(' allow="clipboard-write; fullscreen; gamepad"');
    const small = (await oembed({ url: link, maxwidth: '400', maxheight: '300' }).expect(200)).body;
    expect(small).toMatchObject({ width: 400, height: 300 });
    expect(small.html).toContain('width="400" height="300"');
    expect(small).not.toHaveProperty('thumbnail_url');
  });

  it('is there for addresses of this studio that can be embedded, and for no other', async () => {
    const open = await make({ isPublic: true });
    const { id } = embeddable;
    for (const url of [
      address(`/project/${open.id}`),
      address('/project/0000000000000000'),
      address(`/preview/${id}`),
      address(`/project/${id}/card.png`),
      `http://elsewhere.example/project/${id}`,
      `http://169.254.169.254/project/${id}`,
      `${studio.config.publicUrl}@elsewhere.example/project/${id}`,
    ])
      await oembed({ url }).expect(404);
  });

  it.each([
    ['no address', {}],
    ['what is no address', { url: 'project' }],
    ['another scheme', { url: 'javascript:alert(1)' }],
    ['a width that is none', { url: 'http://a.example', maxwidth: '-1' }],
  ])('is 400 for %s', async (_what, query) => {
    const { body } = await oembed(query as Record<string, string>).expect(400);
    expect(body.code).toBe('validation_failed');
  });

  it('is 501 as XML', async () => {
    const { body } = await oembed({ url: address(`/project/${embeddable.id}`), format: 'xml' }).expect(501);
    expect(body.code).toBe('not_implemented');
  });
});

it('the page still comes, without tags, while the database is away or does not answer', async () => {
  const somebody = await studio.person();
  const first = await studio.project(somebody, { isPublic: true });
  const second = await studio.project(somebody, { isPublic: true });
  line.stall();
  const unanswered = await page(`/project/${first.id}`).expect(200);
  line.resume();
  await line.cut();
  const away = await page(`/project/${second.id}`).expect(200);
  await line.restore();
  await until(async () => (await page(`/project/${second.id}`)).text !== away.text);
  expect(unanswered.text).toBe(await bare());
  expect(away.text).toBe(await bare());
});
