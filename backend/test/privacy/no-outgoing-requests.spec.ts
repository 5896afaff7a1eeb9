import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProjectInput } from '@studio/contract/http/projects';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { newId } from '../../src/common/ids.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

const secret = 'what the forum and the studio share';
/** A listener on the server's own machine, which nobody may make it call. It redirects to itself. */
let bait: Server;
let calls = 0;
/** A folder on the server, which nobody may make it read. */
const folder = mkdtempSync(join(tmpdir(), 'studio-bait-'));
const run = join(folder, 'was-run');
let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  bait = createServer((_, response) => response.writeHead(302, { location: '/again' }).end());
  bait.on('connection', () => calls++);
  await new Promise<void>((listening) => bait.listen(0, '127.0.0.1', listening));
  writeFileSync(join(folder, '_bait.scss'), '.read-from-disk{color:red}');
  writeFileSync(join(folder, 'bait.css'), '.read-from-disk{color:red}');
  writeFileSync(join(folder, 'bait.js'), `require('node:fs').writeFileSync(${JSON.stringify(run)}, '')`);
  studio = await startTestStudio({
    FORUM_URL: 'https://forum.example',
    FORUM_SECRET: secret,
    FORUM_WEBHOOK_SECRET: secret,
    AVATAR_URL: 'https://avatars.example/draw',
  });
  person = await studio.person();
});
afterAll(async () => {
  await studio.stop();
  rmSync(folder, { recursive: true });
  bait.closeAllConnections();
  await new Promise((closed) => bait.close(closed));
});

/** One address in all forms that filters have been known to miss. */
function addresses(): string[] {
  const { port } = bait.address() as AddressInfo;
  const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0177.0.0.1', '0x7f000001', '0.0.0.0'];
  const [plain, ...written] = [
    ...hosts,
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::1]',
    '１２７.0.0.1',
  ].map((host) => `http://${host}:${port}/a.svg`);
  return [
    plain ?? '',
    ...written,
    `http://avatars.example@127.0.0.1:${port}/draw/a.svg`,
    `http://127.0.0.1:${port}#@avatars.example/draw/a.svg`,
    `http://127.0.0.1:${port}\\@avatars.example/draw/a.svg`,
    `https://avatars.example.127.0.0.1.nip.io:${port}/draw/a.svg`,
    'http://169.254.169.254/latest/meta-data/',
    'https://avatars.example/draw/../../a.svg',
    'https://avatars.example:8443/draw/a.svg',
    'http://avatars.example/draw/a.svg',
    'https://avatars.example/drawn/a.svg',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload="alert(1)"/>',
    'blob:https://avatars.example/draw',
    `file://${folder}/bait.css`,
    `${studio.config.assetsUrl}/avatars/bottts/../../assets/x.svg`,
    '//avatars.example/draw/a.svg',
    '',
  ];
}

const handOver = (claims: object) => {
  const sub = newId();
  const all = { sub, email: `${sub}@forum.example`, username: `f${sub}`, aud: 'studio', jti: sub, ...claims };
  const token = jwt.sign(all, secret, { expiresIn: 300 });
  return studio.call('post', '/auth/discourse-login').send({ token }).expect(200);
};

/** Projects that refer to the bait or its files in all possible ways. */
function greedyProjects(): ProjectInput[] {
  const { port } = bait.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const file = (name: string) => [
    `${folder}/${name}`,
    `file://${folder}/${name}`,
    `../../../../../..${folder}/${name}`,
  ];
  const remote = [address, `${address}/a.css`];
  const html = `<link rel=stylesheet href="${address}"><img src="${address}"><script src="${address}"></script>`;
  const js = `import x from '${address}/a.js'; import y from '${folder}/bait.js'; require('${folder}/bait.js')`;
  return [
    ...[...file('_bait.scss'), ...remote].map((name) => ({
      css: `@use "${name}";`,
      frameworkConfig: configOf('scss'),
    })),
    ...[...file('bait.css'), ...remote].flatMap((name): ProjectInput[] => [
      { css: `@import "${name}"; a{b:url(${name})}`, frameworkConfig: configOf('scss') },
      { css: `@import "${name}";`, frameworkConfig: configOf('tailwind') },
    ]),
    { css: `@plugin "${folder}/bait.js";`, frameworkConfig: configOf('tailwind') },
    { css: `@config "${folder}/bait.js";`, frameworkConfig: configOf('tailwind') },
    { css: `@source "${folder}";`, frameworkConfig: configOf('tailwind') },
    { html, js },
    { html, js, frameworkConfig: { ...configOf('none'), typescript: true, buildTool: 'vite' } },
    { html, js, frameworkConfig: { ...configOf('none'), framework: 'react' } },
    { html, js, frameworkConfig: { ...configOf('none'), framework: 'vue', vueSfc: true } },
  ];
}

function configOf(cssFramework: 'none' | 'scss' | 'tailwind') {
  const rest = { framework: 'vanilla', typescript: false, buildTool: 'default', vueSfc: false } as const;
  return { ...rest, cssFramework, frameworkVersion: 17 } as const;
}

describe('an address that somebody gives', () => {
  it('H69 is refused with 400 as an avatar, if it is elsewhere', async () => {
    for (const avatar of addresses()) {
      const { status } = await studio.call('patch', '/auth/me', person).send({ avatar });
      expect({ avatar, status }).toEqual({ avatar, status: 400 });
    }
    const { body } = await studio.call('get', '/auth/me', person).expect(200);
    expect(body.avatar).toBe(person.user.avatar);
    const own = { avatar: 'https://avatars.example/draw/bottts/a.svg' };
    expect((await studio.call('patch', '/auth/me', person).send(own).expect(200)).body.avatar).toBe(
      own.avatar,
    );
    expect(calls).toBe(0);
  });

  it('H69 is not used as a picture or name from a token or webhook of the forum', async () => {
    for (const given of addresses()) {
      const { user } = (await handOver({ avatar_url: given })).body;
      expect({ given, avatar: user.avatar }).toEqual({
        given,
        avatar: `${studio.config.assetsUrl}/avatars/initials/${user.username}.svg`,
      });
    }
    const sub = newId();
    const { user } = (await handOver({ sub, username: addresses()[0] })).body;
    expect(user.username).toMatch(/^[\w-]{2,30}$/);
    for (const avatar_template of addresses()) {
      const event = JSON.stringify({ user: { id: sub, username: addresses()[0], avatar_template } });
      const signature = createHmac('sha256', secret).update(event).digest('hex');
      const webhook = studio.call('post', '/forum/webhook').type('application/json');
      await webhook
        .set({ 'x-discourse-event': 'user_updated', 'x-discourse-event-signature': `sha256=${signature}` })
        .send(event)
        .expect(200);
      const { avatar } = (await handOver({ sub, username: user.username })).body.user;
      // A filled-in template may be an address of AVATAR_URL.
      expect(avatar).toMatch(/^http:..127.0.0.1:\d+.avatars.initials.|^https:..avatars.example.draw.a.svg$/);
    }
    expect(calls).toBe(0);
  });

  it('H69 is not requested for oEmbed, and is not where a sign-in ends', async () => {
    for (const address of addresses()) {
      const { status } = await studio.call('get', '/oembed').query({ url: address });
      expect([400, 404]).toContain(status);
      const { headers } = await studio.call('get', '/auth/discourse/start').query({ next: address });
      expect(new URL(headers['location'] ?? '').origin).toBe('https://forum.example');
    }
    expect(calls).toBe(0);
  });

  it('H69 is not requested when projects are compiled and drawn, nor is a file read or run', async () => {
    const owner = await studio.resident();
    const sandbox = `http://127.0.0.1:${studio.config.sandboxPort}`;
    for (const code of greedyProjects()) {
      const { id } = await studio.project(owner, { ...code, isPublic: true, isEmbeddable: true });
      const host = { Host: `${id}.localhost:${studio.config.sandboxPort}`, 'Sec-Fetch-Dest': 'iframe' };
      const shown = await request(sandbox).get(`/rendered/${id}`).set(host).expect(200);
      expect({ code, read: shown.text.includes('.read-from-disk') }).toEqual({ code, read: false });
    }
    const [last] = (await studio.call('get', '/projects?limit=1', owner).expect(200)).body.data;
    for (const path of [`/embed/${last.id}`, `/project/${last.id}/card.png`])
      await request(studio.url).get(path).expect(200);
    expect(calls).toBe(0);
    expect(existsSync(run)).toBe(false);
  });

  it('H69 would have been noticed', async () => {
    const { port } = bait.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}`, { redirect: 'manual' });
    expect(calls).toBe(1);
  });
});
