import { describe, expect, it } from '@jest/globals';
import { appOrigins, readSandboxHost } from './sandbox-origins.js';

const id = 'abcdefghij012345';
const local = {
  sandboxUrl: 'http://{id}.localhost:3001',
  assetsUrl: 'http://127.0.0.1:3001',
  publicUrl: null,
  appPort: 3000,
};

describe('the meaning of a host of the sandbox listener', () => {
  it('is a project by its id, users’ files by the assets host, and a shared host else', () => {
    expect(readSandboxHost(`${id}.localhost:3001`, local)).toEqual({ kind: 'project', id });
    expect(readSandboxHost(`${id}-1.localhost:3001`, local)).toEqual({ kind: 'project', id });
    expect(readSandboxHost('127.0.0.1:3001', local)).toEqual({ kind: 'assets' });
    expect(readSandboxHost('localhost:3001', local)).toEqual({ kind: 'project', id: null });
    expect(readSandboxHost('192.168.1.5:3001', local)).toEqual({ kind: 'project', id: null });
  });

  it.each([
    '',
    '.localhost:3001',
    `x${id}.localhost:3001`,
    `${id}-x.localhost:3001`,
    `${id}.evil.example`,
    `${id.toUpperCase()}.localhost:3001`,
  ])('takes %p for no project', (host) => {
    expect(readSandboxHost(host, local)).toEqual({ kind: 'project', id: null });
  });

  it.each([
    ['https', 443],
    ['http', 80],
  ])('is the same where a proxy appends the default port of %s to it', (scheme, port) => {
    const behind = {
      ...local,
      sandboxUrl: `${scheme}://{id}.usercontent.example`,
      assetsUrl: `${scheme}://assets.usercontent.example`,
    };
    expect(readSandboxHost(`${id}.usercontent.example:${port}`, behind)).toEqual({ kind: 'project', id });
    expect(readSandboxHost(`assets.usercontent.example:${port}`, behind)).toEqual({ kind: 'assets' });
    expect(readSandboxHost(`${id}.usercontent.example:8443`, behind)).toEqual({ kind: 'project', id: null });
  });

  it('knows a template without an id as one shared origin', () => {
    const shared = { ...local, sandboxUrl: 'https://usercontent.example' };
    expect(readSandboxHost('usercontent.example', shared)).toEqual({ kind: 'project', id: null });
  });
});

describe('the app that a page of the sandbox may talk to', () => {
  it('is the public address and no other where there is one', () => {
    expect(appOrigins(`${id}.localhost`, { ...local, publicUrl: 'https://studio.example/' })).toEqual([
      'https://studio.example',
    ]);
  });

  it('is this machine without one, and the host that was asked in a local network', () => {
    const loopback = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'];
    expect(appOrigins(`${id}.localhost`, local)).toEqual(loopback);
    expect(appOrigins('192.168.1.5', local)).toEqual([...loopback, 'http://192.168.1.5:3000']);
  });

  it('is never a text that only looks like a host: pages name it', () => {
    for (const host of ['x"><script>alert(1)</script>', 'a b', "x'onload=", ''])
      expect(appOrigins(host, local)).toEqual(appOrigins('localhost', local));
  });
});
