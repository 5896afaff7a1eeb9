import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { RequestProgress } from './request-progress.js';
import {
  expectFile,
  graceSeconds,
  keepsThroughput,
  maxBodySeconds,
  minBytesPerSecond,
  startProgress,
} from './request-progress.js';

/** A request whose body is read as it comes, on a connection that has moved as many bytes as `wire` says. */
function openRequest() {
  const wire = { came: 0, waiting: 0 };
  const socket = Object.defineProperties(new Socket(), {
    bytesRead: { get: () => wire.came },
    writableLength: { get: () => wire.waiting },
  });
  const request = new IncomingMessage(socket);
  request.resume();
  return { wire, request, line: startProgress(request, new ServerResponse(request)) };
}

/** How many looks a line outlives, of so many. */
function outlives(looks: number, line: RequestProgress, meanwhile: () => void = () => undefined): number {
  for (let look = 0; look < looks; look += 1) {
    meanwhile();
    if (!keepsThroughput(line)) return look;
  }
  return looks;
}

describe('H54: a body', () => {
  it('may be silent for 30 seconds, once', () => {
    const { wire, request, line } = openRequest();
    expectFile(request);
    expect(outlives(graceSeconds - 1, line)).toBe(graceSeconds - 1);
    wire.came += minBytesPerSecond;
    expect(outlives(10, line)).toBe(1);
  });

  it('that comes a byte at a time is given up like a silent one', () => {
    const { wire, line } = openRequest();
    expect(outlives(100, line, () => (wire.came += 1))).toBe(graceSeconds);
  });

  it('of a file takes as long as it takes, at 16 kB a second; any other body a minute', () => {
    for (const [isFile, looks] of [
      [true, 7_000],
      [false, maxBodySeconds - 1],
    ] as const) {
      const { wire, request, line } = openRequest();
      if (isFile) expectFile(request);
      expect(outlives(7_000, line, () => (wire.came += minBytesPerSecond))).toBe(looks);
    }
  });

  it('that the server itself does not read is waited for', () => {
    const { request, line } = openRequest();
    request.pause();
    expect(outlives(1_000, line)).toBe(1_000);
  });
});

describe('H54: an answer', () => {
  it('that is not taken is given up after the time that its bytes have at 16 kB a second, and 30 seconds', () => {
    const { wire, request, line } = openRequest();
    request.complete = true;
    expect(outlives(1_000, line)).toBe(1_000);
    wire.waiting = 10 * minBytesPerSecond;
    expect(outlives(1_000, line)).toBeLessThanOrEqual(graceSeconds + 10);
  });
});
