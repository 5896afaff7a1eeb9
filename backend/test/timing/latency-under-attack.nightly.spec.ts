import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { socketsPerUser } from '../../src/features/realtime/socket-limits.js';
import { startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { clientLatencyP99 } from './client-latency.js';
import { median } from './median.js';

const floodProcess = fileURLToPath(new URL('../support/faults/flood-process.ts', import.meta.url));
const socketsProcess = fileURLToPath(new URL('../support/faults/many-sockets-process.ts', import.meta.url));
const rounds = 7;

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

/** The ratio of the p99 latency under an attack to that without it: the median of all rounds. */
async function ratio(without: () => Promise<number>, under: () => Promise<number>): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const usual = await without();
    ratios.push((await under()) / usual);
  }
  return median(ratios);
}

/** The p99 latency for others while a flood goes to the given address, or to a server of its own. */
async function p99WhileFlooded(...address: string[]): Promise<number> {
  const flood = spawn(process.execPath, [floodProcess, ...address], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(flood.stdout, 'data');
    flood.stdout.resume();
    return await clientLatencyP99(studio.url);
  } finally {
    flood.kill('SIGKILL');
    await once(flood, 'close');
  }
}

function openSlowly(head: string): Promise<Socket> {
  const socket = connect(studio.config.port, '127.0.0.1');
  socket.on('error', () => socket.destroy()).resume();
  return new Promise((opened) => socket.write(head, () => opened(socket)));
}

describe('H51: a flood of packets, of large frames and of connections', () => {
  it('does not make others wait twice as long as one that goes elsewhere on the same machine', async () => {
    expect(
      await ratio(
        () => p99WhileFlooded(),
        () => p99WhileFlooded(studio.url),
      ),
    ).toBeLessThan(2);
  });
});

describe('H51: 2,000 sockets of one user', () => {
  it('are limited, and do not make others wait twice as long', async () => {
    // One address must be able to open all of them in each round.
    const attacked = await startTestStudio({ RATE_LIMIT_SCALE: '10' });
    const { access_token: token } = await attacked.person();
    const measured = await ratio(
      () => clientLatencyP99(attacked.url),
      async () => {
        const args = [socketsProcess, attacked.url, token, '2000'];
        const sockets = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        try {
          const [open] = await once(sockets.stdout, 'data');
          expect(Number(open)).toBe(socketsPerUser);
          return await clientLatencyP99(attacked.url);
        } finally {
          sockets.kill('SIGKILL');
          await once(sockets, 'close');
        }
      },
    );
    await attacked.stop();
    expect(measured).toBeLessThan(2);
  });
});

describe('H54: 2,000 clients that send a byte every ten seconds', () => {
  it('do not make others wait twice as long', async () => {
    const measured = await ratio(
      () => clientLatencyP99(studio.url),
      async () => {
        const lines = await Promise.all(Array.from({ length: 2_000 }, () => openSlowly('GET /api/hea')));
        for (const line of lines) line.write('l');
        const p99 = await clientLatencyP99(studio.url);
        for (const line of lines) line.destroy();
        return p99;
      },
    );
    expect(measured).toBeLessThan(2);
  });
});
