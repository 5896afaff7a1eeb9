import { describe, expect, it } from '@jest/globals';
import { assetsNamedBy, findAssets } from './find-assets.js';

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
