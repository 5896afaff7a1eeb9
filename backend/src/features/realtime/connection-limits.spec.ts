import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { clientAddress, type IsTrustedProxy, networkOf } from '../../common/client-address.js';
import { connectionsPerNetwork, limitConnections } from './connection-limits.js';
import type { StudioServer } from './studio-socket.js';

/** What engine.io tells of a connection. */
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

/** An engine whose connections come through the proxies that are trusted. */
function engineBehind(...proxies: string[]) {
  const engine = Object.assign(new EventEmitter(), { opts: {} });
  const app = express().set('trust proxy', proxies);
  const isTrusted = app.get('trust proxy fn') as IsTrustedProxy;
  limitConnections(engine as unknown as StudioServer['engine'], {
    networkOf: (request) => networkOf(clientAddress(request, isTrusted)),
    mayOpen: () => true,
  });
  return (remote: string, forwarded?: string) => {
    const connection = new Connection(remote, forwarded);
    engine.emit('connection', connection);
    return connection;
  };
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

  it('are told apart behind a trusted proxy, and nobody makes up an address before it', () => {
    const connect = engineBehind('10.0.0.0/8');
    for (let made = 0; made < connectionsPerNetwork; made += 1)
      connect('10.0.0.1', `1.1.1.${made}, 192.0.2.1`);
    expect(connect('10.0.0.1', '192.0.2.2').closed).toBe(false);
    expect(connect('10.0.0.1', '9.9.9.9, 192.0.2.1, 10.0.0.2').closed).toBe(true);
    expect(connect('192.0.2.3', '192.0.2.1').closed).toBe(false);
  });
});
