import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ReadyStudio, startStudioProcess } from '../support/studio/studio-process.js';

/** Only Linux tells the resident memory of another process. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;
const mebibyte = 1_048_576;
const size = 7 * mebibyte;
/** Refused before they are read: as JSON for want of rights, as a form for its source, whose end is discarded. */
const body = Buffer.alloc(size, 'a');
body.write('html=');

onLinux('H74: resident memory ten seconds after 500 connections with anonymous bodies of 7 MiB', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-memory-'));
  let studio: ReadyStudio;
  beforeAll(async () => {
    studio = await startStudioProcess(dataDir);
  });
  afterAll(async () => {
    studio.child.kill('SIGKILL');
    await once(studio.child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const residentBytes = () => {
    const status = readFileSync(`/proc/${studio.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
  };

  /** Sends a body from one of 25 addresses and waits for the response. The connection stays open where it may. */
  async function post(path: string, type: string, index: number): Promise<Socket> {
    const { port } = new URL(studio.url);
    const socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + (index % 25)}`,
    });
    socket.on('error', () => undefined);
    const answered = Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${size}\r\n\r\n`,
    );
    socket.write(body);
    await answered;
    return socket;
  }

  it.each([
    ['/api/projects', 'application/json'],
    ['/new', 'application/x-www-form-urlencoded'],
  ])('is within a tenth of what it was: %s', async (path, type) => {
    (await post(path, type, 0)).destroy();
    await pause(2_000);
    const before = residentBytes();
    const idle: Socket[] = [];
    for (let index = 0; index < 500; index += 10)
      idle.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => post(path, type, index + i)))));
    await pause(10_000);
    const after = residentBytes();
    for (const socket of idle) socket.destroy();
    expect(after / before).toBeLessThan(1.1);
  });
});
