import { afterAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Source } from '@studio/engine/source';
import { longestStall } from '../../../test/support/longest-stall.js';
import { newId } from '../../common/ids.js';
import type { ProjectVersion } from '../../features/projects/reading/rendered-projects.service.js';
import { createRenderer } from './renderer.js';

const broken = ['nope', 'known@^2', 'react@16', 'frozen/nope.js'];
const resolveImports = async (config: FrameworkConfig, specifiers: string[]) => ({
  packages: { ...(specifiers.includes('known') && { known: '1.2.3' }), ...config.packages },
  problems: specifiers
    .filter((specifier) => broken.includes(specifier))
    .map((specifier) => ({
      specifier,
      code: 'unknown_package' as const,
      message: `no ${specifier}`,
      suggestions: [],
    })),
});
const renderer = createRenderer({ libraries: 'local', moduleCdn: null, resolveImports, ownerMs: 60_000 });
afterAll(() => renderer.close());

interface StoredProject extends ProjectVersion {
  source: Source;
}

const project = (parts: Partial<Source> = {}): StoredProject => ({
  id: newId(),
  ownerId: newId(),
  version: 1,
  rev: null,
  framework: 'vanilla',
  source: { html: '<p>Hello</p>', css: '', js: '', frameworkConfig: defaultFrameworkConfig, ...parts },
});
const scss = (css: string) =>
  project({ css, frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'scss' } });
const tailwind = (css: string) =>
  project({ css, frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'tailwind' } });
const render = (stored: StoredProject) => renderer.render(stored, async () => stored.source);

async function pageOf(stored: StoredProject) {
  const outcome = await render(stored);
  if (!outcome || !('html' in outcome)) throw new Error('It did not become a page');
  return { ...outcome, html: Buffer.from(outcome.html).toString() };
}

describe('stored projects as pages', () => {
  it('are compiled as their configuration says', async () => {
    const { html } = await pageOf(scss('$c: red; p { b { color: $c } }'));
    expect(html).toContain('p b {\n  color: red;\n}');
  });

  it('omit broken styles, and report the errors in them', async () => {
    expect(await pageOf(scss('a {\n color: $nope }'))).toMatchObject({
      html: expect.stringContaining('<style data-studio-css></style></head><body><p>Hello</p>'),
      problems: [{ language: 'css', severity: 'error', message: 'Undefined variable.', line: 2, column: 9 }],
    });
  });

  it('get versions of packages that they import without a version', async () => {
    const js = "import known from 'known'; import nope from 'nope';";
    const { html, problems } = await pageOf(project({ js }));
    expect(html).toContain('"known":"/packages/known@1.2.3/"');
    expect(problems).toMatchObject([{ message: expect.stringContaining('no nope') }]);
  });

  it('have an error where an import asks for another version than the project has', async () => {
    const frameworkConfig = { ...defaultFrameworkConfig, packages: { known: '1.2.3', other: '4.5.6' } };
    const js = 'import "known@^2"; import "other@4"; import "react@17"; import "react@16"';
    const { html, problems } = await pageOf(project({ js, frameworkConfig }));
    expect(problems.map(({ message }) => message)).toEqual(['no known@^2', 'no react@16']);
    expect(html).toContain('"other@4":"/packages/other@4.5.6/"');
    expect(html).not.toContain('"known@^2":"/packages');
  });

  it('have an error where a package with a version cannot be imported', async () => {
    const frameworkConfig = { ...defaultFrameworkConfig, packages: { frozen: '1.2.3' } };
    const js = 'import { a } from "frozen";\nimport { b } from "frozen/nope.js";';
    const { html, ...page } = await pageOf(project({ js, frameworkConfig }));
    expect(page).toMatchObject({
      isTransient: true,
      problems: [{ severity: 'error', message: 'no frozen/nope.js', line: 2 }],
    });
    expect(html).toContain('"frozen":"/packages/frozen@1.2.3/"');
    expect(html).toContain('"frozen/nope.js":"data:');
    expect(await pageOf(project({ js: 'import "frozen"', frameworkConfig }))).toMatchObject({
      isTransient: false,
      problems: [],
    });
  });

  it('may become others in a moment where a package could not be found, and not where all were', async () => {
    expect(await pageOf(project({ js: "import 'nope'" }))).toMatchObject({ isTransient: true });
    expect(await pageOf(project({ js: "import 'known'" }))).toMatchObject({ isTransient: false });
  });

  it('are compiled once for each version, however many ask at the same time', async () => {
    const stored = scss('a { b: unique-id() }');
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => render(stored)));
    for (const other of [...others, await render(stored)]) expect(other).toBe(first);
    expect(await render({ ...stored, version: 2 })).not.toBe(first);
  });

  it('come with the place where their content starts, and whether it shows anything', async () => {
    const page = await pageOf(project({ html: '<!-- é -->\n<!DOCTYPE html><html>' }));
    expect(Buffer.from(page.html).subarray(0, page.contentStart).toString()).toBe(
      '<!-- é -->\n<!DOCTYPE html>',
    );
    expect(page.isBlank).toBe(true);
    expect(await pageOf(project())).toMatchObject({ isBlank: false });
  });

  it('are null while the version does not exist, and are compiled once it does', async () => {
    const stored = project();
    expect(await renderer.render(stored, async () => null)).toBeNull();
    expect(await render(stored)).toHaveProperty('html');
  });

  it('come also where more of others than are kept were compiled while they waited', async () => {
    const long = 'a'.repeat(14 * 1_048_576);
    for (const isGone of [false, true]) {
      const stored = project();
      const { promise: source, resolve } = Promise.withResolvers<Source | null>();
      const waiting = renderer.render(stored, () => source);
      for (let n = 0; n < 5; n += 1) await render(project({ html: long }));
      resolve(isGone ? null : stored.source);
      if (isGone) expect(await waiting).toBeNull();
      else expect(await waiting).toHaveProperty('html');
    }
  });

  it('have the versions of their packages, also where they are saved or hidden while they are compiled', async () => {
    const stored = project({ js: "import known from 'known';" });
    const sources = [stored.source, null];
    await renderer.render(stored, async () => sources.shift() ?? null);
    expect((await pageOf(stored)).html).toContain('"known":"/packages/known@1.2.3/"');
  });

  it('are shown without a result for packages that have a version, and asked for again later', async () => {
    const away = createRenderer({
      libraries: 'local',
      moduleCdn: null,
      resolveImports: () => Promise.reject(new Error('The storage is away.')),
      ownerMs: 60_000,
    });
    const frozen = { ...defaultFrameworkConfig, packages: { three: '0.180.0' } };
    const stored = project({ html: '<p>shown</p>', js: "import 'three'", frameworkConfig: frozen });
    const rendered = await away.render(stored, async () => stored.source);
    expect(rendered).toMatchObject({ html: expect.anything(), isTransient: true });
    const unfrozen = project({ js: "import 'three'" });
    await expect(away.render(unfrozen, async () => unfrozen.source)).rejects.toThrow('away');
    away.close();
  });

  it('never block the server, and are stopped if they would not end by themselves', async () => {
    const endless = Promise.all([
      render(scss('@while true { a { b: c } }')),
      render(scss('$l: (); @while true { $l: append($l, 1) }')),
    ]);
    expect(await longestStall(endless)).toBeLessThan(1_000);
    for (const rendered of await endless)
      expect(rendered?.problems[0]).toMatchObject({
        language: 'css',
        message: expect.stringMatching(/^Compiling .* was stopped/),
      });
    expect(await render(scss('a { b: c }'))).toHaveProperty('html');
  });

  it('H73 run the code of templates without a way to the server, and stop what would not end', async () => {
    const config = { ...defaultFrameworkConfig, htmlLanguage: 'pug' as const };
    const pug = (html: string) => project({ html, frameworkConfig: config });
    const escape = await pageOf(
      pug('p= this.constructor.constructor("return typeof process + typeof require + typeof fetch")()'),
    );
    expect(escape.html).toContain('<p>undefinedundefinedundefined</p>');
    // endless-templates.nightly.spec.ts has more of them, each of which takes five seconds.
    const all = Promise.all(['- for (;;);', 'mixin a\n  +a\n+a'].map((html) => render(pug(html))));
    expect(await longestStall(all)).toBeLessThan(1_000);
    for (const rendered of await all)
      expect(rendered).toMatchObject({ problems: [{ language: 'html', severity: 'error' }] });
    expect((await pageOf(pug('each n in [1, 2]\n  p= n'))).html).toContain('<p>1</p><p>2</p>');
  }, 120_000);

  it('H73 do not wait for many slow projects of another owner', async () => {
    const crowded = createRenderer({ libraries: 'local', moduleCdn: null, resolveImports, ownerMs: 60_000 });
    const read = (stored: StoredProject) => crowded.render(stored, async () => stored.source);
    const ownerId = newId();
    const slow = [1, 2, 3].map(() => read({ ...scss('@while true { a { b: c } }'), ownerId }));
    const ended = Promise.allSettled(slow);
    expect(await Promise.race([ended, read(scss('a { b: c }'))])).toHaveProperty('html');
    crowded.close();
    await ended;
  });

  it('H73 have a budget of compiling for each owner; once it is used up, the error has the time to wait', async () => {
    const strict = createRenderer({ libraries: 'local', moduleCdn: null, resolveImports, ownerMs: 1 });
    const [one, other] = [project(), project({ html: '<p>Other</p>' })];
    const read = (stored: StoredProject) => strict.render(stored, async () => stored.source);
    await read(one);
    await expect(read({ ...other, ownerId: one.ownerId })).rejects.toMatchObject({
      seconds: expect.any(Number),
    });
    expect(await read(one)).toHaveProperty('html');
    expect(await read(other)).toHaveProperty('html');
    strict.close();
  });

  it('have a limited size', async () => {
    const rendered = await render(
      scss(`$s: "${'x'.repeat(200_000)}"; @for $i from 1 through 100 { a { b: $s } }`),
    );
    // On a slow machine the time limit is reached first.
    const refused = expect.stringMatching(/too much memory|took longer/);
    expect(rendered?.problems[0]).toMatchObject({ message: refused });
  });

  it('H73 do not end the server if they take much memory at once', async () => {
    const grown = await render(tailwind('@source inline("{1..2100000}");'));
    expect(grown?.problems[0]).toMatchObject({ message: expect.stringMatching(/^Compiling .* was stopped/) });
    expect(await render(scss('a { b: e }'))).toHaveProperty('html');
  });

  it('still compile after one that has used all memory of the process', async () => {
    const hungry = tailwind('@source inline("{{1..999},{1..999}}-{1..999}-{1..999}");');
    expect((await render(hungry))?.problems[0]).toMatchObject({
      language: 'css',
      message: expect.stringMatching(/^Compiling .* was stopped/),
    });
    expect(await render(scss('a { b: d }'))).toHaveProperty('html');
  });
});
