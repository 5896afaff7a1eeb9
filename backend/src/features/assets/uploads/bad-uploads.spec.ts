import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  bodyEnd,
  boundary,
  fileBody,
  multipartType,
  partHead,
} from '../../../../test/support/requests/multipart.js';
import { sampleFiles } from '../../../../test/support/requests/sample-files.js';
import { type TestLibrary, testLibrary } from '../../../../test/support/requests/test-library.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let library: TestLibrary;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
  person = await studio.person();
});
afterAll(() => studio.stop());

/** Expects that nothing of a refused upload is left. */
async function expectNothingLeft(): Promise<void> {
  expect(await library.rows()).toEqual({ assets: 0, objects: 0, uploads: 0 });
  expect(await library.stored()).toEqual([]);
  expect((await library.storage(person)).totalUsed).toBe(0);
}

const sample = (name: string): Buffer => sampleFiles[name] ?? Buffer.alloc(0);

describe('content that is not what its name says', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const executable = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(512)]);
  const cases: [name: string, content: Buffer][] = [
    ['a.png', sample('a.jpg')],
    ['a.jpg', sample('a.gif')],
    ['a.png', html],
    ['a.png', executable],
    ['a.gif', Buffer.from('GI')],
    ['a.svg', html],
    ['a.svg', Buffer.from('<!-- <svg> --><html/>')],
    ['a.svg', Buffer.from('<!--'.repeat(4_000))],
    ['a.svg', sample('a.png')],
    ['a.ico', sample('a.png')],
    ['a.woff2', sample('a.woff')],
    ['a.ttf', sample('a.woff')],
    ['a.pdf', sample('a.md')],
    ['a.mp4', sample('a.webm')],
    ['a.mp3', sample('a.mp4')],
    ['a.webm', Buffer.from('webm')],
    ['a.txt', sample('a.png')],
    ['a.txt', executable],
    ['a.md', sample('a.pdf')],
    ['a.js', Buffer.from('GIF89a=1;alert(1)')],
    ['a.css', Buffer.from([0xc3, 0x28])],
    ['a.csv', Buffer.from('Grüße', 'latin1')],
    ['a.json', Buffer.from('{"a":1}', 'utf16le')],
    ['a.xml', Buffer.concat([Buffer.from('x'.repeat(200_000)), Buffer.from([0xff])])],
    ['a.ts', Buffer.concat([Buffer.from('x'.repeat(200_000)), Buffer.from([0xe2, 0x82])])],
    ['a.txt', Buffer.concat([Buffer.from('x'.repeat(200_000)), Buffer.from([0])])],
  ];
  it.each(cases)('is 415, in a sentence that says what to do (%#: %s)', async (name, content) => {
    const response = await library.upload(person, name, content);
    expect({ status: response.status, code: response.body.code }).toEqual({
      status: 415,
      code: 'unsupported_media_type',
    });
    expect(response.body.detail).toContain(name);
    await expectNothingLeft();
  });

  it('is 400 where there is none', async () => {
    for (const name of ['a.png', 'a.txt']) {
      const { body } = await library.upload(person, name, '').expect(400);
      expect(body.detail).toBe(`“${name}” is empty. Choose a file with content.`);
    }
    await expectNothingLeft();
  });
});

describe('H49: a body that is not one file', () => {
  const file = fileBody('a.txt', 'text');
  const part = (filename: string, content = 'text', field?: string) => partHead(filename, field) + content;
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nvalue`;
  const cases: [what: string, body: Buffer | string][] = [
    ['nothing', ''],
    ['no part', `--${boundary}--\r\n`],
    ['another field', fileBody('a.txt', 'text', 'files')],
    ['a field called __proto__', fileBody('a.txt', 'text', '__proto__')],
    ['a field called constructor', fileBody('a.txt', 'text', 'constructor')],
    ['a field without a name', fileBody('a.txt', 'text', '')],
    ['a value in the field file', field.replace('__proto__', 'file') + bodyEnd],
    ['a value before the file', `${field}\r\n${file.toString()}`],
    ['a value after the file', `${part('a.txt')}\r\n${field}${bodyEnd}`],
    ['two files', `${part('a.txt')}\r\n${part('b.txt')}${bodyEnd}`],
    ['10,000 files', `${part('a.txt')}\r\n`.repeat(10_000) + bodyEnd],
    ['10,000 values', `${field}\r\n`.repeat(10_000) + bodyEnd],
    ['a part without headers', `--${boundary}\r\n\r\ntext${bodyEnd}`],
    ['a part of 10,000 headers', `--${boundary}\r\n${'X: y\r\n'.repeat(10_000)}\r\ntext${bodyEnd}`],
    ['a part whose headers never end', `--${boundary}\r\n${'X: y\r\n'.repeat(10_000)}`],
    ['no end', file.subarray(0, -bodyEnd.length)],
    ['half of the end', file.subarray(0, -6)],
    ['no beginning', 'text'],
    ['another boundary', file.toString().replaceAll(boundary, 'another')],
    [
      'a name in UTF-16',
      fileBody('a.txt', 'text').toString().replace('filename="a.txt"', "filename*=utf-16le''%00%d8.txt"),
    ],
  ];
  it.each(cases)('is 400, and nothing is left: %s', async (_what, body) => {
    const response = await studio
      .call('post', '/assets/upload', person)
      .set('content-type', multipartType)
      .send(body);
    expect({ status: response.status, code: response.body.code }).toEqual({
      status: 400,
      code: 'bad_request',
    });
    expect(response.body.detail).toMatch(/^[A-Z].*\.$/);
    await expectNothingLeft();
  });

  it.each([
    ['multipart/form-data', 415],
    ['multipart/mixed; boundary=x', 415],
    ['application/json', 415],
    ['image/png', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; charset=utf-8', 400],
  ])('is refused by its type: %s', async (type, status) => {
    const response = await studio.call('post', '/assets/upload', person).set('content-type', type).send(file);
    expect(response.status).toBe(status);
    await expectNothingLeft();
  });

  it('changes nothing for later calls', async () => {
    expect(({} as Record<string, unknown>)['value']).toBeUndefined();
    const other = await studio.person();
    await library.add(other, 'a.txt');
    await library.add(other, '__proto__.txt');
    await library.add(other, 'constructor.txt');
    expect(await library.assets(other)).toHaveLength(3);
  });
});

describe('content that only looks odd', () => {
  const comment = `<!-- ${'a long licence '.repeat(500)}-->`;
  it.each([
    [
      'a.svg',
      `\ufeff<?xml version="1.0"?>\n${comment}\n<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n<svg:svg xmlns:svg="x"/>`,
    ],
    ['a.csv', 'MZ,BM,ID\n1,2,3'],
    ['formats.csv', 'GIF,PNG,JPEG'],
    ['notes.md', 'ID3 tags of GIFs, which are long enough to be taken for the length of a tag'],
    ['a.txt', '\ufeffwith a mark \u001b[1mand\u001b[0m colours\f'],
    ['a.json', '<not json="at all">'],
    ['a.md', '👋'.repeat(100_000)],
  ])('is taken (%#: %s)', async (name, content) => {
    const other = await studio.person();
    const asset = await library.add(other, name, content);
    expect((await library.serve(asset)).content.toString()).toBe(content);
  });

  it('is taken with a quotation mark in its name, as browsers send it', async () => {
    const other = await studio.person();
    const { name } = await library.add(other, 'say %22hi%22, 100 %.txt', 'hi');
    expect(name).toBe('say "hi", 100 %.txt');
  });
});
