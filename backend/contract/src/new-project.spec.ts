import { describe, expect, it } from '@jest/globals';
import { limits } from './limits.js';
import { decodeNewProject, encodeNewProject, readNewProject, readNewProjectForm } from './new-project.js';

const empty = { title: 'Untitled', html: '', css: '', js: '' };

async function linkOfBytes(bytes: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return `1.${btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer())))}`;
}
const linkOf = (value: unknown) => linkOfBytes(JSON.stringify(value));
const messageOf = async (fragment: string) => {
  const result = await decodeNewProject(fragment);
  return result.ok ? null : result.message;
};

describe('A project that another page hands over', () => {
  it('is the same after encoding as a link and decoding, in any language', async () => {
    const given = readNewProject({
      title: 'Größe 👋',
      html: '</script><p>Zeile\r\n',
      js: `x = "${'abc'.repeat(50_000)}"`,
      frameworkConfig: { framework: 'react', frameworkVersion: 19 },
    });
    if (!given.ok) throw new Error(given.message);
    const link = await encodeNewProject(given.project);
    expect(link).toMatch(/^1\.[\w-]+$/);
    expect(await decodeNewProject(link)).toEqual(given);
  });

  it('can be written with any zlib and base64, with only some of the fields', async () => {
    expect(await decodeNewProject(await linkOf({ html: '<p>', unknown: 1 }))).toMatchObject({
      ok: true,
      project: { ...empty, html: '<p>', frameworkConfig: { framework: 'vanilla' } },
    });
  });

  it.each([
    ['cut off', async () => (await linkOf({ html: 'a'.repeat(100) })).slice(0, -8)],
    ['not base64', async () => '1.%%%'],
    ['not compressed', async () => `1.${btoa('{}')}`],
    ['not JSON', () => linkOfBytes('{"html":')],
    ['not UTF-8', () => linkOfBytes(Uint8Array.of(0x22, 0xff, 0x22))],
    ['empty', async () => '1.'],
  ])('is reported as incomplete or damaged if its link is %s', async (_what, link) => {
    expect(await messageOf(await link())).toBe('The link is incomplete or damaged.');
  });

  it('is not inflated beyond the maximum size of a project', async () => {
    const bomb = await linkOfBytes(new Uint8Array(16 * 1_048_576).fill(0x20));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await messageOf(bomb)).toBe('The link contains more than a project may have.');
  });

  it.each([
    ['a list', [], 'This is not a project.'],
    [
      'an unknown framework',
      { frameworkConfig: { framework: 'angular' } },
      'This studio does not support the value of frameworkConfig.framework.',
    ],
    ['a text that is a number', { html: 1 }, 'The HTML must be text.'],
    ['NUL', { js: 'a\0' }, 'The JavaScript contains characters that cannot be stored.'],
    [
      'a long title',
      { title: 'a'.repeat(limits.titleLength + 1) },
      'The title must be a text of at most 120 characters.',
    ],
    [
      'a source of more than 1 MiB in UTF-8',
      { css: 'ö'.repeat(limits.sourceBytes / 2 + 1) },
      'The CSS must have at most 1,048,576 bytes (1 MiB).',
    ],
  ])('is refused with the reason: %s', async (_what, given, message) => {
    expect(await messageOf(await linkOf(given))).toBe(message);
  });

  it('is refused in a format of the future', async () => {
    expect(await messageOf('2.abc')).toBe('This kind of link is not supported by this studio.');
  });

  it.each(['', '  ', '\u200B', '\u2066 \u2069'])('is Untitled if its title %j shows nothing', (title) => {
    expect(readNewProject({ title })).toMatchObject({ ok: true, project: empty });
  });

  it('has its configuration as JSON in a form', () => {
    const form = new Map([
      ['html', 'one'],
      ['frameworkConfig', '{"cssFramework":"scss"}'],
    ]);
    expect(readNewProjectForm(form)).toMatchObject({
      ok: true,
      project: { ...empty, html: 'one', frameworkConfig: { cssFramework: 'scss' } },
    });
    expect(readNewProjectForm(new Map([['frameworkConfig', '{']]))).toEqual({
      ok: false,
      message: 'The frameworkConfig field is not valid JSON.',
    });
  });
});
