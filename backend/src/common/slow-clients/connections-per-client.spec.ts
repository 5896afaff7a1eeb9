import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import type { IsTrustedProxy } from '../http/caller.js';
import { limitConnections, maxConnectionsPerClient } from '../http/listen.js';

/** A connection as a server's `connection` event has it. */
class Connection extends EventEmitter {
  ended = false;
  constructor(readonly remoteAddress: string) {
    super();
  }
  destroy() {
    this.ended = true;
    this.emit('close');
  }
}

function serverBehind(...proxies: string[]) {
  const server = new EventEmitter();
  const isTrusted = express().set('trust proxy', proxies).get('trust proxy fn') as IsTrustedProxy;
  limitConnections(server as Server, isTrusted);
  return (address: string) => {
    const connection = new Connection(address);
    server.emit('connection', connection);
    return connection;
  };
}

it('An idle connection stays open for longer than proxies keep it, so that none sends a request while it closes.', () => {
  const server = new EventEmitter() as Server;
  limitConnections(server, () => false);
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
});

describe('H54: connections of one client', () => {
  it('are closed beyond the limit, until some of them have ended; another client may connect', () => {
    const connect = serverBehind();
    const all = Array.from({ length: maxConnectionsPerClient }, () => connect('192.0.2.1'));
    expect(all.some(({ ended }) => ended)).toBe(false);
    expect(connect('192.0.2.1').ended).toBe(true);
    expect(connect('192.0.2.2').ended).toBe(false);
    all[0]?.destroy();
    expect(connect('192.0.2.1').ended).toBe(false);
    expect(connect('192.0.2.1').ended).toBe(true);
  });

  it('are those of its whole network in IPv6', () => {
    const connect = serverBehind();
    for (let made = 0; made < maxConnectionsPerClient; made += 1)
      connect(`2001:db8:0:1::${made.toString(16)}`);
    expect(connect('2001:db8:0:1:ffff::').ended).toBe(true);
    expect(connect('2001:db8:0:2::').ended).toBe(false);
  });

  it('are not counted for a trusted proxy, which has those of all clients', () => {
    const connect = serverBehind('10.0.0.0/8');
    for (let made = 0; made <= maxConnectionsPerClient; made += 1)
      expect(connect('10.0.0.1').ended).toBe(false);
  });
});
