import { afterAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { EmbedProject } from '@studio/contract/http/projects';
import { newId } from '../../common/ids.js';
import { longestStall } from '../../testing/longest-stall.js';
import { createRenderer } from './renderer.js';

const renderer = createRenderer({ libraries: 'local', moduleCdn: null });
afterAll(() => renderer.close());

const project = (parts: Partial<EmbedProject> = {}): EmbedProject => ({
  id: newId(),
  title: 'T',
  html: '<p>Hello</p>',
  css: '',
  js: '',
  frameworkConfig: defaultFrameworkConfig,
  version: 1,
  ...parts,
});
const scss = (css: string) =>
  project({ css, frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'scss' } });

describe('stored projects as pages', () => {
  it('are compiled as their configuration says', async () => {
    const rendered = await renderer.render(scss('$c: red; p { b { color: $c } }'));
    expect(rendered).toMatchObject({ html: expect.stringContaining('p b {\n  color: red;\n}') });
  });

  it('say what keeps them from being pages', async () => {
    expect(await renderer.render(scss('a {\n color: $nope }'))).toEqual({
      problems: [{ language: 'css', severity: 'error', message: 'Undefined variable.', line: 2, column: 9 }],
    });
  });

  it('are compiled once for each version, however many ask at the same time', async () => {
    const stored = scss('a { b: unique-id() }');
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => renderer.render(stored)));
    for (const other of [...others, await renderer.render(stored)]) expect(other).toBe(first);
    expect(await renderer.render({ ...stored, version: 2 })).not.toBe(first);
  });

  it('never hold up the server, and end when they would not end by themselves', async () => {
    const endless = Promise.all([
      renderer.render(scss('@while true { a { b: c } }')),
      renderer.render(scss('$l: (); @while true { $l: append($l, 1) }')),
    ]);
    expect(await longestStall(endless)).toBeLessThan(1_000);
    for (const rendered of await endless)
      expect(rendered).toMatchObject({
        problems: [{ language: 'css', message: expect.stringMatching(/^Compiling .* was stopped/) }],
      });
    expect(await renderer.render(scss('a { b: c }'))).toHaveProperty('html');
  });

  it('are of a size that a person may have meant', async () => {
    const rendered = await renderer.render(
      scss(`$s: "${'x'.repeat(200_000)}"; @for $i from 1 through 100 { a { b: $s } }`),
    );
    // A slow machine finds first that it takes too long.
    const refused = expect.stringMatching(/too much memory|took longer/);
    expect(rendered).toMatchObject({ problems: [{ message: refused }] });
  });

  it('survive one that takes all the memory it is given', async () => {
    const hungry = project({
      css: '@source inline("{{1..999},{1..999}}-{1..999}-{1..999}");',
      frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'tailwind' },
    });
    expect(await renderer.render(hungry)).toMatchObject({
      problems: [{ language: 'css', message: expect.stringMatching(/^Compiling .* was stopped/) }],
    });
    expect(await renderer.render(scss('a { b: d }'))).toHaveProperty('html');
  });
});
