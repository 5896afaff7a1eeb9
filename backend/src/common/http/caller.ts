import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Who makes a call, as the session says right now. */
export interface Caller {
  userId: string;
  sessionId: string;
  isAdmin: boolean;
}

/** Somebody who looks at a project: a signed-in caller, else an address. */
export interface Viewer {
  caller: Caller | null;
  address: string;
  /** By HEAD: gets nothing to look at, so it is no view. */
  headersOnly?: boolean;
}

/** The caller of a route with `required` access, or null on an `optional` one without a token. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | null =>
    (context.switchToHttp().getRequest<Request>().user as Caller | undefined) ?? null,
);

/** The viewer of a project that is read, by {@link CurrentCaller} and the address that the request came from. */
export const CurrentViewer = createParamDecorator((_: unknown, context: ExecutionContext): Viewer => {
  const { user, ip = 'unknown', method } = context.switchToHttp().getRequest<Request>();
  return { caller: (user as Caller | undefined) ?? null, address: ip, headersOnly: method === 'HEAD' };
});

/** Express's `trust proxy fn`: whether the proxy at this address may say whom it asks for. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/** The address that asks, seen through the proxies that are trusted: what `req.ip` is where there is no Express. */
export function clientAddress(request: IncomingMessage, isTrusted: IsTrustedProxy): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  let address = request.socket.remoteAddress ?? '';
  for (let hop = 0; isTrusted(address, hop); hop += 1) {
    const next = hops.pop();
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** A proxy on this machine comes from loopback too; these tell that somebody else is behind it. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'];

/** Whether a request says that a proxy has passed it on. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some(
    (name) => forwardingHeaders.includes(name) || name.startsWith('x-forwarded-'),
  );
}

/**
 * Whom an address counts as where something is limited: an IPv4 address is one customer, and so are the first 64 bits of
 * an IPv6 address, behind which anybody has more addresses than could ever be counted (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname
    .slice(1, -1)
    .split('::');
  const [first, last] = [head, tail ?? ''].map((groups) => groups.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** `::ffff:c000:201` is how a socket that takes both versions of IP may name 192.0.2.1. */
function dotted(groups: readonly string[]): string {
  const bytes = groups.map((group) => Number.parseInt(group, 16)).flatMap((pair) => [pair >> 8, pair & 255]);
  return bytes.join('.');
}
