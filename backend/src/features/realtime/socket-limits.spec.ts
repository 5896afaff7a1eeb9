import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { ServerOptions } from 'socket.io';
import { clientAddress, type IsTrustedProxy, networkOf } from '../../common/http/caller.js';
import type { StudioServer } from './socket-adapter.js';
import { connectionsPerNetwork, limitSockets, maxFloods, packetsPerSecond } from './socket-limits.js';

/** The used part of engine.io's connection. */
class Connection extends EventEmitter {
  closed = false;
  readonly transport = {};
  readonly request;
  constructor(remoteAddress: string, forwarded?: string) {
    super();
    this.request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
  }
  close() {
    this.closed = true;
    this.emit('close');
  }
}

/** An engine whose connections come through trusted proxies. */
function engineBehind(...proxies: string[]) {
  const opts: { allowRequest?: ServerOptions['allowRequest'] } = {};
  const engine = Object.assign(new EventEmitter(), { opts });
  const app = express().set('trust proxy', proxies);
  const isTrusted = app.get('trust proxy fn') as IsTrustedProxy;
  limitSockets(engine as unknown as StudioServer['engine'], (request) =>
    networkOf(clientAddress(request, isTrusted)),
  );
  const connect = (remote: string, forwarded?: string) => {
    const connection = new Connection(remote, forwarded);
    engine.emit('connection', connection);
    return connection;
  };
  const mayConnect = (remote: string) =>
    new Promise<boolean>((decided) =>
      opts.allowRequest?.(new Connection(remote).request as unknown as IncomingMessage, (_error, may) =>
        decided(may),
      ),
    );
  return Object.assign(connect, { mayConnect });
}

describe('H51: connections of one address', () => {
  it('are closed beyond the bound, until some of them have ended; another address gets in', () => {
    const connect = engineBehind();
    const all = Array.from({ length: connectionsPerNetwork }, () => connect('192.0.2.1'));
    expect(all.some(({ closed }) => closed)).toBe(false);
    expect(connect('192.0.2.1').closed).toBe(true);
    expect(connect('192.0.2.2').closed).toBe(false);
    all[0]?.close();
    expect(connect('192.0.2.1').closed).toBe(false);
    expect(connect('192.0.2.1').closed).toBe(true);
  });

  it('are counted by client behind a trusted proxy, and a client cannot make up an address', () => {
    const connect = engineBehind('10.0.0.0/8');
    for (let made = 0; made < connectionsPerNetwork; made += 1)
      connect('10.0.0.1', `1.1.1.${made}, 192.0.2.1`);
    expect(connect('10.0.0.1', '192.0.2.2').closed).toBe(false);
    expect(connect('10.0.0.1', '9.9.9.9, 192.0.2.1, 10.0.0.2').closed).toBe(true);
    expect(connect('192.0.2.3', '192.0.2.1').closed).toBe(false);
  });
});

describe('H51: a network that floods again and again', () => {
  let now = 1_000;
  const pass = (ms: number) => {
    now += ms;
    mock.timers.tick(ms);
  };
  beforeEach(() => {
    // The cache uses the clock that it found when it was loaded.
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
    mock.method(performance, 'now', () => now);
  });
  afterEach(() => {
    mock.reset();
    mock.timers.reset();
  });

  it('opens nothing more until it has been quiet for a minute; another address does', async () => {
    const connect = engineBehind();
    const flood = () => {
      const connection = connect('192.0.2.1');
      for (let packet = 0; packet <= packetsPerSecond; packet += 1)
        connection.emit('packet', { type: 'pong' });
      expect(connection.closed).toBe(true);
    };
    for (let floods = 1; floods < maxFloods; floods += 1) flood();
    expect(await connect.mayConnect('192.0.2.1')).toBe(true);
    flood();
    expect(await connect.mayConnect('192.0.2.1')).toBe(false);
    expect(await connect.mayConnect('192.0.2.2')).toBe(true);
    pass(59_000);
    expect(await connect.mayConnect('192.0.2.1')).toBe(false);
    pass(1_001);
    expect(await connect.mayConnect('192.0.2.1')).toBe(true);
  });

  it.each([
    ['with thousands of levels', `2["project:watch",${'['.repeat(7_500)}`, true],
    ['with thousands of levels behind a quote', `2/",["project:watch",${'['.repeat(7_500)}`, true],
    ['with thousands of values', `2["project:watch",[${'0,'.repeat(5_000)}0]]`, true],
    ['with a long text', `2["project:watch","${'[,'.repeat(5_000)}"]`, false],
  ])('is one that sends a packet %s, once', async (_what, data, isFlood) => {
    const connect = engineBehind();
    for (let sent = 0; sent < maxFloods; sent += 1) {
      const connection = connect('192.0.2.1');
      for (let again = 0; again < 2; again += 1) connection.emit('packet', { type: 'message', data });
      expect(connection.closed).toBe(isFlood);
      expect(await connect.mayConnect('192.0.2.1')).toBe(!isFlood || sent < maxFloods - 1);
    }
  });

  it('is not one that sends as much as allowed, second after second', () => {
    const connection = engineBehind()('192.0.2.1');
    for (let second = 0; second < 5; second += 1) {
      for (let packet = 0; packet < packetsPerSecond; packet += 1)
        connection.emit('packet', { type: 'pong' });
      pass(1_000);
    }
    expect(connection.closed).toBe(false);
  });
});
