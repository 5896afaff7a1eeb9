import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { buildDocument, pageName, toHtml } from '../build-document.js';
import { locate } from '../page-positions.js';
import { linkResources } from './link-resources.js';

const file = '/assets/0123456789abcdef/a.png';

/** The body of the page of a fragment. */
function bodyOf(html: string, isFile = false): string {
  const [, body = ''] =
    /<body>(.*)<\/body>/s.exec(toHtml(buildDocument({ html, css: '', js: '', isFile }))) ?? [];
  return body;
}

describe('what a page loads from other origins is asked for with CORS', () => {
  it.each([
    [`<script src="${file}"></script>`, `<script crossorigin src="${file}"></script>`],
    [`<link rel="stylesheet" href="${file}">`, `<link crossorigin rel="stylesheet" href="${file}">`],
    [`<p><img\n  src=${file}>`, `<p><img crossorigin\n  src=${file}>`],
    [`<IMG src='${file}'/>`, `<IMG crossorigin src='${file}'/>`],
    [`<audio src="${file}"></audio>`, `<audio crossorigin src="${file}"></audio>`],
    [
      `<video><source src="${file}"><source src="${file}"></video>`,
      `<video crossorigin><source src="${file}"><source src="${file}"></video>`,
    ],
    [
      '<script src="https://unpkg.com/a"></script><script src="//cdn.jsdelivr.net/npm/a"></script>',
      '<script crossorigin src="https://unpkg.com/a"></script><script crossorigin src="//cdn.jsdelivr.net/npm/a"></script>',
    ],
  ])('if its server is known to allow it: %s', (html, expected) => {
    expect(bodyOf(html)).toBe(expected);
  });

  it.each([
    `<img crossorigin="use-credentials" src="${file}">`,
    `<img src="${file}" srcset="https://elsewhere.example/a.png 2x">`,
    `<video><source src="${file}"><source src="https://elsewhere.example/a.mp4"></video>`,
    '<video src="https://elsewhere.example/a.mp4"></video><source src="/assets/0123456789abcdef/a.mp4">',
    '<img src="/assets/logo.png"><script src="/assets/app.js"></script>',
    '<script src="https://elsewhere.example/unpkg.com/a.js"></script><script src="unpkg.com/a.js"></script>',
    '<img src="https://unpkg.com/a.png">',
    `<!-- <img src="${file}"> --><textarea><img src="${file}"></textarea>`,
  ])('but not otherwise: %s', (html) => {
    expect(bodyOf(html)).toBe(html);
  });

  it('but not in a page that is exported', () => {
    expect(bodyOf(`<img src="${file}">`, true)).toBe(`<img src="${file}">`);
  });

  it('and positions behind it are those of the pane', () => {
    const html = `<img src="${file}"><b onclick="go(">`;
    const document = buildDocument({ html, css: '', js: '' });
    const column = toHtml(document).indexOf('go(') + 1;
    expect(locate(document, pageName, { line: 1, column })).toEqual({
      language: 'html',
      line: 1,
      column: html.indexOf('go(') + 1,
    });
  });

  it('external resources, too', () => {
    const config = {
      ...defaultFrameworkConfig,
      resources: ['https://unpkg.com/a', 'https://elsewhere.example/b'].map((url) => ({
        kind: 'script' as const,
        url,
      })),
    };
    const other = '<script src="https://elsewhere.example/b"></script>';
    expect(linkResources(config, false).scripts).toBe(
      `<script src="https://unpkg.com/a" crossorigin></script>${other}`,
    );
    expect(linkResources(config, true).scripts).toBe(`<script src="https://unpkg.com/a"></script>${other}`);
  });
});
