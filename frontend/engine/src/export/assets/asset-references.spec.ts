import { describe, expect, it } from '@jest/globals';
import { assetsNamedBy, findAssets, withFullAddresses } from './asset-references.js';

const origin = 'https://files.example';
const at = (name: string, key = 'a'.repeat(16)) => `${origin}/assets/${key}/${name}`;
const addresses = (text: string) => findAssets(text, origin).map(({ address }) => address);

describe('users’ files named in a text', () => {
  it.each([
    [`<img src="${at('cat.png')}">`, 'cat.png'],
    [`<img src=${at('cat.png')}>`, 'cat.png'],
    [`url(${at('cat.png')})`, 'cat.png'],
    [`url('${at('cat%20(2).png')}')`, 'cat%20(2).png'],
    [`"${at("it's.png")}"`, "it's.png"],
    [`\`${at('a.min.css')}\``, 'a.min.css'],
    [`${at('archive.css.json')},`, 'archive.css.json'],
    [`See ${at('cat.png')}.`, 'cat.png'],
    [`${at('PHOTO.JPEG')} 2x`, 'PHOTO.JPEG'],
    [`${at('%C3%BC.svg')}#icon`, '%C3%BC.svg'],
    [`fetch('${at('.json')}')`, '.json'],
  ])('are found in %j', (text, name) => {
    expect(addresses(text)).toEqual([at(name)]);
  });

  it.each([
    `${origin}/assets/short/cat.png`,
    `${origin}/avatars/${'a'.repeat(16)}/cat.png`,
    'https://elsewhere.example/assets/aaaaaaaaaaaaaaaa/cat.png',
    `${origin}/assets/${'a'.repeat(16)}/`,
    at('page.html'),
    at('cat.pngx'),
    'https://filesXexample/assets/aaaaaaaaaaaaaaaa/cat.png',
  ])('are not %j', (text) => {
    expect(addresses(text)).toEqual([]);
  });

  it('end before a query, which goes with them', () => {
    const text = `<a href="${at('cat.pdf')}?download=true">`;
    expect(findAssets(text, origin).map(({ start, end }) => text.slice(start, end))).toEqual([
      `${at('cat.pdf')}?download=true`,
    ]);
    expect(addresses(text)).toEqual([at('cat.pdf')]);
  });

  it.each([
    ['<img src="/assets/K/cat.png">', '<img src="URL/assets/K/cat.png">'],
    ['<img src=/assets/K/cat.png>', '<img src=URL/assets/K/cat.png>'],
    ['url(/assets/K/a%20b.svg#icon)', 'url(URL/assets/K/a%20b.svg#icon)'],
    ["import x from '/assets/K/x.js'", "import x from 'URL/assets/K/x.js'"],
    ['"/assets/K/1.png 1x,/assets/K/2.png 2x"', '"URL/assets/K/1.png 1x,URL/assets/K/2.png 2x"'],
    ['/assets/K/cat.pdf?download=true', 'URL/assets/K/cat.pdf?download=true'],
  ])('get full addresses where they are named from the root: %s', (code, full) => {
    const read = (text: string) => text.replaceAll('K', 'k'.repeat(16)).replaceAll('URL', origin);
    expect(withFullAddresses({ html: '', css: '', js: read(code) }, origin).js).toBe(read(full));
  });

  it.each([
    at('cat.png'),
    'https://elsewhere.example/assets/aaaaaaaaaaaaaaaa/cat.png',
    'http://127.0.0.1:3001/assets/aaaaaaaaaaaaaaaa/cat.png',
    './assets/aaaaaaaaaaaaaaaa/cat.png',
    'assets/aaaaaaaaaaaaaaaa/cat.png',
    '`${base}/assets/aaaaaaaaaaaaaaaa/cat.png`',
    '/assets/short/cat.png',
    '/assets/aaaaaaaaaaaaaaaa/page.html',
  ])('stay as they are in %s', (code) => {
    expect(withFullAddresses({ html: code, css: code, js: code }, origin).html).toBe(code);
  });

  it('H73 get them in a long text in no time', () => {
    const hostile = ['/assets/'.repeat(130_000), `/assets/${'a'.repeat(16)}/${'x'.repeat(1_000_000)}`];
    const before = performance.now();
    for (const html of [...hostile, `/assets/${'a'.repeat(16)}/x`.repeat(40_000)])
      withFullAddresses({ html, css: '', js: '' }, origin);
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it('are listed once for a whole project, in the order of its panes', () => {
    const [one, two, three] = [at('1.png'), at('2.png'), at('3.png')];
    expect(assetsNamedBy({ html: `${two} ${one}`, css: one, js: `'${three}', '${two}'` }, origin)).toEqual([
      two,
      one,
      three,
    ]);
  });

  it('are found in a long text in no time', () => {
    const text = `${at('x'.repeat(1_500))} `.repeat(600);
    const before = performance.now();
    expect(addresses(text)).toEqual([]);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
