import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SignIn } from '@studio/contract/http/auth';
import type { Project } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { type ReadyStudio, startStudioProcess } from '../support/studio/studio-process.js';

/** Only Linux tells the resident memory of another process. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;
const mebibyte = 1_048_576;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
/** As JSON refused for want of rights, before it is read; as a form for its source, and the rest is discarded. */
const refused = Buffer.alloc(7 * mebibyte, 'a');
refused.write('html=');
/** A form that is opened. */
const opened = Buffer.from(['html', 'css', 'js'].map((name) => `${name}=${'%41'.repeat(815_000)}`).join('&'));

/** A network for each of these, so that none of them uses up its budget. */
const clientAddress = (index: number) => `127.0.0.${2 + (index % 25)}`;

onLinux('H74: resident memory, ten seconds later, is within a tenth of what it was', () => {
  let dataDir: string;
  let studio: ReadyStudio;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'studio-memory-'));
    studio = await startStudioProcess(dataDir);
  });
  afterEach(async () => {
    studio.child.kill('SIGKILL');
    await once(studio.child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const residentBytes = () => {
    const status = readFileSync(`/proc/${studio.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
  };

  /** Sends a body from one of 25 addresses and waits for the response. The connection stays open where it may. */
  async function post(
    path: string,
    type: string,
    status: number,
    body: Buffer,
    index: number,
  ): Promise<Socket> {
    const { port } = new URL(studio.url);
    const socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      localAddress: clientAddress(index),
    });
    // A connection whose body was not read to its end may be reset after the response; before it, that is a fault.
    socket.on('error', () => undefined);
    const answered = once(socket, 'data');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    expect(String((await answered)[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    return socket;
  }

  it.each([
    ['/api/projects', json, 401, refused],
    ['/new', form, 400, refused],
    ['/new', form, 200, opened],
  ])('after 500 connections with anonymous bodies of 7 MiB: %s, %s, %i', async (path, type, status, body) => {
    const send = (index: number) => post(path, type, status, body, index);
    (await send(0)).destroy();
    await pause(2_000);
    const before = residentBytes();
    const idle: Socket[] = [];
    for (let index = 0; index < 500; index += 10)
      idle.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => send(index + i)))));
    await pause(10_000);
    const after = residentBytes();
    for (const socket of idle) socket.destroy();
    expect(after / before).toBeLessThan(1.1);
  });

  it('after one large embed was read under 2,000 addresses', async () => {
    const address = `${studio.url}/embed/${await storeLargeEmbed()}`;
    const agent = new Agent({ keepAlive: true });
    /** @returns the status and the length of the response. */
    const read = (index: number) =>
      new Promise<string>((answered, failed) => {
        const options = { agent, localAddress: clientAddress(index) };
        get(`${address}?tabs=html,css,js&anything=${index}`, options, (response) => {
          let length = 0;
          response.on('data', (piece: Buffer) => (length += piece.length));
          response.on('end', () => answered(`${response.statusCode} ${length}`));
        }).on('error', failed);
      });
    const first = await read(0);
    expect(first).toMatch(/^200 \d{6,}$/);
    const readAll = async (from: number, to: number) => {
      for (let index = from; index < to; index += 10)
        for (const response of await Promise.all(Array.from({ length: 10 }, (_, i) => read(index + i))))
          expect(response).toBe(first);
    };
    // The first ones compile the server's code and widen its heap.
    await readAll(0, 200);
    await pause(2_000);
    const before = residentBytes();
    await readAll(200, 2_200);
    await pause(10_000);
    const after = residentBytes();
    agent.destroy();
    expect(after / before).toBeLessThan(1.1);
  });

  /** A project with the longest sources, of one person. @returns its id */
  async function storeLargeEmbed(): Promise<string> {
    const post = async (path: string, body: object, token?: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const response = await fetch(`${studio.url}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(201);
      return response.json();
    };
    const account = { email: 'one@example.org', username: 'one', password: 'a good password' };
    const { access_token } = (await post('/auth/register', account)) as SignIn;
    const text = '<p>one</p>\n'.repeat(limits.sourceBytes / 12);
    const project = { html: text, css: text, js: text, isEmbeddable: true };
    const { id } = (await post('/projects', project, access_token)) as Project;
    return id;
  }
});
