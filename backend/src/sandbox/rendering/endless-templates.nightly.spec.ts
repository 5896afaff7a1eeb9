import { afterAll, expect, test } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { longestStall } from '../../../test/support/longest-stall.js';
import { newId } from '../../common/ids.js';
import { createRenderer } from './renderer.js';

const resolveImports = async () => ({ packages: {}, problems: [] });
const renderer = createRenderer({ libraries: 'local', moduleCdn: null, resolveImports, ownerMs: 60_000 });
afterAll(() => renderer.close());

function render(html: string) {
  const frameworkConfig = { ...defaultFrameworkConfig, htmlLanguage: 'pug' as const };
  const version = { id: newId(), ownerId: newId(), version: 1, rev: null, framework: 'vanilla' as const };
  return renderer.render(version, async () => ({ html, css: '', js: '', frameworkConfig }));
}

test('H73 templates that would never end, or would take all memory, are stopped and delay no other', async () => {
  const endless = [
    '- for (;;);',
    'while true\n  p x',
    '- [].indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    '- var a = []; for (;;) a.push("x".repeat(10000) + a.length)',
    'mixin a\n  +a\n+a',
    'p\n'.repeat(524_288),
  ];
  const all = Promise.all(endless.map(render));
  expect(await longestStall(all)).toBeLessThan(1_000);
  for (const rendered of await all)
    expect(rendered).toMatchObject({ problems: [{ language: 'html', severity: 'error' }] });
  expect(await render('each n in [1, 2]\n  p= n')).toHaveProperty('html');
}, 120_000);
