import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import request from 'supertest';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let owner: Person;
let project: Project;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
  project = await studio.project(owner, {
    title: '<i>T</i>',
    html: '<p>one</p>\n</pre><script>alert(1)</script>',
    js: 'const a = "&";',
    isEmbeddable: true,
  });
});
afterAll(() => studio.stop());

const embed = (query = '') => request(studio.url).get(`/embed/${project.id}${query}`);

describe('the embed page', () => {
  it('shows only the result, by default and for unknown options', async () => {
    for (const query of ['', '?tabs=', '?tabs=php&theme=pink&run=now', '?tabs[]=html&tabs[]=css']) {
      const { text } = await embed(query).expect(200);
      expect(text).not.toContain('role="tab');
      expect(text).not.toContain('&#60;p&#62;one');
      expect(text).toContain('Loading project...');
      expect(text).toContain('data-theme="auto"');
      expect(text).not.toContain('>Run<');
    }
  });

  it('loads the project with the page if it is visible at once, and otherwise nothing of it', async () => {
    for (const query of ['', '?tabs=result,js'])
      expect((await embed(query).expect(200)).text).toMatch(/ src="[^"]+\/rendered\/\w+"/);
    for (const query of ['?run=click', '?tabs=js,result', '?tabs=js', '?tabs=result&run=click'])
      expect((await embed(query).expect(200)).text).toMatch(/ data-src="[^"]+\/rendered\/\w+"/);
  });

  it.each(['/embed', '/embed/', '/embed/a/b/c', '/embed/%E0%A4%A', '/s/%E0%A4%A/embed'])(
    'is not found at %s, in words',
    async (path) => {
      const { text } = await request(studio.url).get(path).expect(404);
      expect(text).toContain('HTTP 404: Not Found');
    },
  );

  it('shows the tabs that are asked for, each once, in that order, with sources that are text', async () => {
    const { text } = await embed('?tabs=js,html,js,result').expect(200);
    expect(text.match(/id="tab-\w+"/g)).toEqual(['id="tab-js"', 'id="tab-html"', 'id="tab-result"']);
    expect(text).toContain('const a = &#34;&#38;&#34;;');
    expect(text).toContain('&#60;/pre&#62;&#60;script&#62;');
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('<title>&#60;i&#62;T&#60;/i&#62;</title>');
  });

  it('H73 lists the beginning of a very long source, and says how much is missing', async () => {
    const long = await studio.project(owner, {
      html: `${'x\n'.repeat(1_999)}😀\n${'x\n'.repeat(8_000)}`,
      css: 'y\n'.repeat(2_000),
      js: `${'z'.repeat(131_071)}😀${'z'.repeat(100)}`,
      isEmbeddable: true,
    });
    const { text } = await request(studio.url).get(`/embed/${long.id}?tabs=html,css,js`).expect(200);
    const panels = text.split('role="tabpanel"').slice(1);
    const lines = panels.map((panel) => panel.split('class="line"').length - 1);
    expect(lines).toEqual([2_000, 2_001, 1]);
    const notices = panels.map((panel) => /class="cut">([^<]*)</.exec(panel)?.[1]);
    expect(notices).toEqual([
      '… 16,001 more characters are in the project.',
      undefined,
      '… 102 more characters are in the project.',
    ]);
    expect(text).not.toContain('\uFFFD');
  });

  it('runs no script but its own, may be framed by anybody, and is sent again only when it changed', async () => {
    const { headers } = await embed().expect(200);
    expect(headers['content-security-policy']).toMatch(/script-src 'sha256-[^ ]+' 'sha256-[^ ]+' 'self';/);
    expect(headers['content-security-policy']).not.toContain('frame-ancestors');
    expect(headers['x-frame-options']).toBeUndefined();
    await embed()
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
    await embed('?run=click')
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(200);
  });

  it('counts a view, but not where the studio shows it in its own dialog, nor where only its headers are asked for', async () => {
    const shown = await studio.project(owner, { isEmbeddable: true });
    const views = async () =>
      (await studio.call('get', `/projects/${shown.id}`, owner).expect(200)).body.views as number;
    const visit = (site: string) =>
      request(studio.url)
        .get(`/embed/${shown.id}`)
        .set({ 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'iframe' })
        .expect(200);
    await visit('same-origin');
    await request(studio.url).head(`/embed/${shown.id}`).expect(200);
    expect(await views()).toBe(0);
    await visit('cross-site');
    expect(await views()).toBe(1);
  });
});
