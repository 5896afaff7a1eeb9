import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectInput } from '@studio/contract/http/projects';
import { TemplateList, templateGroups } from '@studio/contract/http/templates';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

async function list() {
  const { body } = await studio.call('get', '/frameworks/templates').expect(200);
  return TemplateList.parse(body).templates;
}

describe('the starter templates', () => {
  it('are at least four for each framework and for vite, under ids of their own', async () => {
    const templates = await list();
    for (const group of templateGroups) expect(templates[group].length).toBeGreaterThanOrEqual(4);
    const ids = Object.values(templates).flatMap((group) => group.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('stand in the group of their framework, or of vite', async () => {
    for (const [group, templates] of Object.entries(await list())) {
      for (const { name, frameworkConfig } of templates) {
        const { framework, buildTool } = frameworkConfig;
        expect([name, buildTool === 'vite' ? 'vite' : framework]).toEqual([name, group]);
      }
    }
  });

  it('can be stored as projects, and ask no other host for anything', async () => {
    for (const { name, html, css, js, frameworkConfig } of Object.values(await list()).flat()) {
      expect(ProjectInput.safeParse({ html, css, js, frameworkConfig }).success).toBe(true);
      expect([name, html.trim() !== '' && js.trim() !== '']).toEqual([name, true]);
      expect(`${html}${css}${js}`).not.toMatch(
        /(?:src|href)=["']https?:|url\(["']?https?:|@import|from 'http/,
      );
    }
  });

  it('are sent again only when they have changed', async () => {
    const { headers } = await studio.call('get', '/frameworks/templates').expect(200);
    await studio
      .call('get', '/frameworks/templates')
      .set('if-none-match', headers['etag'] ?? '')
      .expect(304);
  });
});
