import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { projectFiles } from './project-files.js';

/** The texts of the package of a page. */
async function files({ html, css = '' }: { html: string; css?: string }): Promise<Record<string, string>> {
  const project = { title: 'My page', html, css, js: '', frameworkConfig: defaultFrameworkConfig };
  const made = await projectFiles(project, {
    moduleCdn: null,
    readLibrary: async () => '',
    assets: { assetsUrl: 'http://127.0.0.1:3001', got: new Map(), missing: new Map() },
  });
  return made as Record<string, string>;
}

describe('a whole page that does not say that it is UTF-8', () => {
  it('says so, in the package and alone: any server may send it', async () => {
    const made = await files({
      html: '<!doctype html><html><head><title>Ü</title></head><body>é</body></html>',
    });
    for (const name of ['index.html', 'standalone.html'])
      expect(made[name]).toContain('<head><meta charset="utf-8"><title>Ü</title>');
    const named = await files({ html: '<!doctype html><html><head><meta charset="utf-8"></head></html>' });
    expect(named['index.html']?.match(/charset/g)).toHaveLength(1);
  });

  it.each([
    '<meta charset="iso-8859-1">',
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
    '<!-- <meta charset="utf-8"> -->',
  ])('says so before it says anything else: %s', async (meta) => {
    const made = await files({ html: `<!doctype html><html><head>${meta}</head><body>é</body></html>` });
    for (const name of ['index.html', 'standalone.html'])
      expect(made[name]).toContain(`<head><meta charset="utf-8">${meta}`);
  });

  it('leaves it at what it says in the old way', async () => {
    const meta = '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">';
    const made = await files({ html: `<html><head>${meta}</head></html>` });
    expect(made['standalone.html']).toContain(`<head>${meta}`);
  });
});

describe('the end of the head, before which Vite puts what it builds', () => {
  const firstEnd = async (html: string) => {
    const made = await files({ html, css: 'p{}' });
    const page = String(made['index.html']);
    return page.slice(page.indexOf('<link'), page.indexOf('</head>'));
  };

  it.each([
    ['in a comment', '<html><head><!-- before </head> --></head><body><p>x</p></body></html>'],
    ['in a script', '<html><head><script>"</head>"</script></head><body><p>x</p></body></html>'],
    ['in the body alone', '<html><body><textarea></head></textarea></body></html>'],
    ['nowhere', '<!doctype html><title>t</title><p>x'],
  ])('is the page’s own where it is written %s', async (_where, html) => {
    expect(await firstEnd(html)).toBe('<link rel="stylesheet" href="/src/style.css">\n');
  });
});
