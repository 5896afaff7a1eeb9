import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Asset } from '@studio/contract/http/assets';
import type { Project } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { packagePath } from '@studio/contract/packages/specifier';
import { allLibraryFiles } from '@studio/engine/libraries/library-manifest';
import sharp from 'sharp';
import request from 'supertest';
import { testLibrary } from '../support/requests/test-library.js';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../support/studio/test-studio.js';

const sandbox = 'usercontent.example';
let studio: TestStudio;
let person: Person;
let admin: Person;
let project: Project;
let asset: Asset;
let card: string;
let script: string;
let picture: Asset;
let secret: string;
let library: { name: string; version: string };
beforeAll(async () => {
  studio = await startTestStudio({
    PUBLIC_URL: 'https://studio.example',
    SANDBOX_URL: `https://{id}.${sandbox}`,
    ASSETS_URL: `https://assets.${sandbox}`,
  });
  person = await studio.person();
  admin = await signIn(studio, studio.config.adminEmail, adminPassword);
  project = await studio.project(person, { html: '<p>here</p>', isPublic: true, isEmbeddable: true });
  asset = await testLibrary(studio).add(person, 'notes.txt');
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'teal' } });
  picture = await testLibrary(studio).add(person, 'dot.png', await dot.png().toBuffer());
  const links = studio.call('post', `/projects/${project.id}/links`, person);
  ({ secret } = (await links.send({ name: 'A friend' }).expect(201)).body);
  [library] = (await studio.call('get', '/packages').expect(200)).body.packages;
  const { body } = await studio.call('get', '/projects', person).expect(200);
  card = body.data[0].cardUrl;
  script = /src="(\/assets\/[^"]+\.js)"/.exec((await onApp('/')).text)?.[1] ?? '';
});
afterAll(() => studio.stop());

const onApp = (path: string) => request(studio.url).get(path);
const onSandbox = (host: string, path: string, destination = 'iframe') =>
  request(`http://127.0.0.1:${studio.config.sandboxPort}`)
    .get(path)
    .set({ Host: host, 'Sec-Fetch-Dest': destination });
const onProject = (path: string, destination?: string) =>
  onSandbox(`${project.id}.${sandbox}`, path, destination);
const onAssets = (path: string) => onSandbox(`assets.${sandbox}`, path, 'document');

/** Expected values of headers that restrict browsers. Undefined: must be missing. Without a key: may be anything. */
type Expected = Record<string, string | RegExp | undefined>;

const strict =
  /^default-src 'self';script-src 'self'( 'sha256-[^ ;]+')?;style-src 'self' 'unsafe-inline';.*frame-ancestors 'none'/;
const inert = /^default-src 'none';.*frame-ancestors 'none'/;
const appOff = /(^|, )camera=\(\), .*microphone=\(\)/;
const userOff = /camera=\(\).*microphone=\(\).*clipboard-read=\(\)/;
const hsts = 'max-age=31536000';

const call: Expected = {
  'content-security-policy': inert,
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': undefined,
  'permissions-policy': undefined,
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};
const page: Expected = {
  'content-security-policy': strict,
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': appOff,
  'referrer-policy': 'same-origin',
};
const linked: Expected = {
  ...page,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};
const preview: Expected = {
  'content-security-policy': "form-action 'none'",
  'x-frame-options': undefined,
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-opener-policy': undefined,
  'origin-agent-cluster': '?1',
  'permissions-policy': userOff,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-robots-tag': 'noindex',
};
const shared: Expected = {
  'content-security-policy': inert,
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'cross-origin',
};
const embed: Expected = {
  ...preview,
  'content-security-policy':
    /^default-src 'none'; script-src 'sha256-\S+ 'sha256-\S+ 'self';(?!.*frame-ancestors)/,
  'origin-agent-cluster': undefined,
  'referrer-policy': 'same-origin',
};
const liveBlock: Expected = {
  ...embed,
  'content-security-policy': /^default-src 'none'; script-src 'self' 'sha256-[^' ]+';(?!.*frame-ancestors)/,
};
const file: Expected = {
  'content-security-policy': /^sandbox; default-src 'none'/,
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};
const notice: Expected = {
  ...preview,
  'content-security-policy': inert,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

const responses: [string, () => request.Test, number, Expected][] = [
  ['the app', () => onApp('/'), 200, page],
  ['a project in it', () => onApp(`/project/${project.id}`), 200, page],
  ['its login', () => onApp('/login'), 200, page],
  ['its full screen', () => onApp(`/preview/${project.id}`), 200, { ...page, 'x-robots-tag': 'noindex' }],
  [
    'the hand-off',
    () => onApp('/discourse-auth?token=t'),
    200,
    { ...page, 'referrer-policy': 'no-referrer' },
  ],
  ['a link', () => onApp(`/s/${secret}`), 200, linked],
  ['no link', () => onApp(`/s/${'a'.repeat(22)}`), 404, linked],
  ['a published version', () => onApp(`/project/${project.id}@1`), 200, page],
  ['a person’s page', () => onApp(`/user/${person.user.username}`), 200, page],
  ['a report', () => onApp(`/report/${project.id}`), 200, page],
  ['an unknown path', () => onApp('/no/such'), 200, page],
  ['a script of it', () => onApp(script), 200, page],
  ['a script that is missing', () => onApp('/assets/none.js'), 404, call],
  ['the documentation', () => onApp('/api/docs').set('accept', 'text/html'), 200, page],
  [
    'a list for anybody',
    () => studio.call('get', '/projects/public'),
    200,
    { ...call, 'cache-control': 'private, no-cache' },
  ],
  ['a person’s own', () => studio.call('get', '/auth/me', person), 200, call],
  ['a list for admins', () => studio.call('get', '/admin/users', admin), 200, call],
  ['the audit as CSV', () => studio.call('get', '/admin/audit', admin).set('accept', 'text/csv'), 200, call],
  ['oEmbed', () => onApp(`/api/oembed?url=https://studio.example/embed/${project.id}`), 200, call],
  ['the figures', () => studio.call('get', '/metrics'), 200, call],
  ['no session', () => studio.call('get', '/auth/me'), 401, call],
  ['no right', () => studio.call('get', '/admin/users', person), 403, call],
  ['no such call', () => onApp('/API/none'), 404, call],
  ['an address that cannot be read', () => onApp('/api/projects/%ff'), 400, call],
  [
    'a body that is too large',
    () =>
      studio
        .call('post', '/auth/login')
        .type('json')
        .send(`"${' '.repeat(limits.bodyBytes)}"`),
    413,
    call,
  ],
  ['polling', () => onApp('/socket.io/?EIO=4&transport=polling'), 200, call],
  ['polling that is refused', () => onApp('/socket.io/?EIO=4&transport=none'), 400, call],
  ['an embed', () => onApp(`/embed/${project.id}`), 200, embed],
  ['no embed', () => onApp('/embed/0000000000000000'), 404, embed],
  [
    'an embed by a link',
    () => onApp(`/s/${secret}/embed`),
    200,
    { ...embed, 'referrer-policy': 'no-referrer' },
  ],
  ['the script of embeds', () => onApp('/embed/live.js'), 200, shared],
  ['an embed of a post’s code', () => onApp('/embed/new'), 200, liveBlock],
  ['the script of posts', () => onApp('/live.js'), 200, shared],
  ['whether an embed may stay', () => onApp(`/embed/${project.id}/status`), 204, shared],
  ['a drawn card', () => onApp(`/project/${project.id}/card.png`), 200, shared],
  ['no card', () => onApp('/project/0000000000000000/card.png'), 404, shared],
  ['the empty preview', () => onProject('/'), 200, preview],
  ['a stored project', () => onProject(`/rendered/${project.id}`), 200, preview],
  ['no script', () => onProject('/none.js', 'script'), 404, preview],
  ['a preview by itself', () => onProject('/', 'document'), 200, notice],
  [
    'a picture of a project',
    () => onProject(card.slice(card.indexOf('/card/'))),
    200,
    { ...file, 'permissions-policy': undefined },
  ],
  ['a library', () => onProject(allLibraryFiles()[0]?.path ?? '', 'script'), 200, shared],
  ['a module', () => onProject(packagePath(library.name, library.version, '.'), 'script'), 200, preview],
  ['no package', () => onProject('/packages/none@1.0.0/', 'script'), 404, file],
  ['a thumbnail', () => onAssets(`/thumbnails/${picture.id}.webp`), 200, file],
  ['no thumbnail', () => onAssets('/thumbnails/0000000000000000.webp'), 404, file],
  ['a file', () => onAssets(new URL(asset.url).pathname), 200, file],
  ['no file', () => onAssets('/assets/0000000000000000/none.svg'), 404, file],
  ['an avatar', () => onAssets('/avatars/bottts/seed.svg'), 200, file],
];

describe('H63 headers', () => {
  it.each(responses)('of %s', async (_what, ask, status, expected) => {
    const { headers, status: given } = await ask();
    expect(given).toBe(status);
    const all = { ...expected, 'x-content-type-options': 'nosniff', 'strict-transport-security': hsts };
    for (const [name, value] of Object.entries(all)) {
      if (value === undefined || typeof value === 'string')
        expect([name, headers[name]]).toEqual([name, value]);
      else expect([name, headers[name]]).toEqual([name, expect.stringMatching(value)]);
    }
    expect(headers).not.toHaveProperty('x-powered-by');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  it.each([
    ['that is invalid', 'nonsense\r\n\r\n', 400],
    [
      'whose head is too large',
      `GET / HTTP/1.1\r\nHost: studio.example\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
  ])('are not needed for a request %s: its answer is empty', async (_what, bytes, status) => {
    for (const port of [studio.config.port, studio.config.sandboxPort]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(bytes);
      const [head = '', body] = (await text(socket)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(body).toBe('');
    }
  });

  it('of the answer to too many cookies let a browser delete them: a project may have set them for all others', async () => {
    for (const port of [studio.config.port, studio.config.sandboxPort]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET / HTTP/1.1\r\nHost: studio.example\r\nCookie: ${'x'.repeat(700_000)}\r\n\r\n`);
      expect(await text(socket)).toBe(
        'HTTP/1.1 431 Request Header Fields Too Large\r\nClear-Site-Data: "cookies"\r\nConnection: close\r\n\r\n',
      );
    }
  });
});
