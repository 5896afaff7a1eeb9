import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { isForwarded } from '../../common/http/caller.js';
import { isSameText } from '../../common/signing-key.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * Whether a request may read the metrics: it has METRICS_TOKEN, or comes from this machine itself
 * (specification: HTTP).
 */
export function mayReadMetrics(request: IncomingMessage, metricsToken: string | null): boolean {
  return bearsToken(request, metricsToken) || isFromThisMachine(request);
}

function bearsToken({ headers }: IncomingMessage, metricsToken: string | null): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return metricsToken !== null && given !== undefined && isSameText(given, metricsToken);
}

function isFromThisMachine(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress;
  if (address === undefined || !loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return false;
  return !isForwarded(request);
}
