import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { RequestProgress } from './request-progress.js';
import {
  expectFile,
  graceSeconds,
  keepsThroughput,
  largestConsumers,
  maxBodySeconds,
  maxBufferedPerClient,
  maxBufferedTotal,
  minBytesPerSecond,
  startProgress,
} from './request-progress.js';

/** A request whose body is being read. The counters in `wire` are those of its connection. */
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

/** How many of `checks` the connection passes before one fails; `meanwhile` runs before each. */
function outlives(checks: number, line: RequestProgress, meanwhile: () => void = () => undefined): number {
  for (let check = 0; check < checks; check += 1) {
    meanwhile();
    if (!keepsThroughput(line)) return check;
  }
  return checks;
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

  it('of a file may take any time at 16 kB a second; any other body may take a minute', () => {
    for (const [isFile, checks] of [
      [true, 7_000],
      [false, maxBodySeconds - 1],
    ] as const) {
      const { wire, request, line } = openRequest();
      if (isFile) expectFile(request);
      expect(outlives(7_000, line, () => (wire.came += minBytesPerSecond))).toBe(checks);
    }
  });

  it('that the server itself does not read is waited for', () => {
    const { request, line } = openRequest();
    request.pause();
    expect(outlives(1_000, line)).toBe(1_000);
  });
});

describe('H54: a response', () => {
  it('that is not read is given up after the time for its bytes at 16 kB a second, plus 30 seconds', () => {
    const { wire, request, line } = openRequest();
    request.complete = true;
    expect(outlives(1_000, line)).toBe(1_000);
    wire.waiting = 10 * minBytesPerSecond;
    expect(outlives(1_000, line)).toBeLessThanOrEqual(graceSeconds + 10);
  });
});

describe('H74: unread responses that are too much for the memory', () => {
  const mebibyte = 1_048_576;
  /** The client of each request. */
  const clients = new Map<RequestProgress, string>();

  /** Requests of one client, with responses of so many bytes each that it does not read. */
  function unread(client: string, count: number, bytes: number): RequestProgress[] {
    return Array.from({ length: count }, () => {
      const { wire, line } = openRequest();
      wire.waiting = bytes;
      clients.set(line, client);
      return line;
    });
  }
  const endedOf = (requests: RequestProgress[]) =>
    largestConsumers(requests, (progress) => clients.get(progress) ?? '');

  it('are cut off from the clients that use most, however small theirs are', () => {
    const one = unread('one', 1, 30 * mebibyte);
    const greedy = Array.from({ length: 9 }, (_, client) => unread(`greedy ${client}`, 60, mebibyte));
    const most = (maxBufferedTotal - 30 * mebibyte) / 9;
    const ended = endedOf([...one, ...greedy.flat()]);
    expect(ended).toHaveLength(9 * (60 - Math.floor(most / mebibyte)));
    expect(ended).not.toContain(one[0]);
  });

  it('are cut off from a client that has more than it may have, the largest first', () => {
    const large = unread('one', 1, maxBufferedPerClient - mebibyte);
    const small = unread('one', 2, mebibyte);
    expect(endedOf([...large, ...small])).toEqual(large);
  });
});
