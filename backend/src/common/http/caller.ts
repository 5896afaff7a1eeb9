import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The user of a call's session, with the rights of this moment. */
export interface Caller {
  userId: string;
  sessionId: string;
  isAdmin: boolean;
}

/** Who views a project: a signed-in caller, or else an address. */
export interface Viewer {
  caller: Caller | null;
  address: string;
  /** A HEAD request, which does not count as a view. */
  headersOnly?: boolean;
}

/** The caller of a route with `required` access, or null on an `optional` one without a token. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | null =>
    (context.switchToHttp().getRequest<Request>().user as Caller | undefined) ?? null,
);

/** The viewer of a project: the caller and the client address. */
export const CurrentViewer = createParamDecorator((_: unknown, context: ExecutionContext): Viewer => {
  const request = context.switchToHttp().getRequest<Request>();
  const caller = (request.user as Caller | undefined) ?? null;
  return { caller, address: addressOf(request), headersOnly: request.method === 'HEAD' };
});

/** The client's address behind the trusted proxies; `unknown` once the connection has closed. */
export function addressOf({ ip = 'unknown' }: Request): string {
  return ip;
}

/** The network of the client, for which limits count. */
export function clientNetwork(request: Request): string {
  return networkOf(addressOf(request));
}

/** Express's `trust proxy fn`: whether to trust the client address that the proxy at this address forwards. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/** The same address as `addressOf`, for requests that Express has not seen. */
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

/** Headers of a proxy. A proxy on this machine connects from loopback too, but its clients may be elsewhere. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'];

/** Whether the headers of a request show that a proxy has forwarded it. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some(
    (name) => forwardingHeaders.includes(name) || name.startsWith('x-forwarded-'),
  );
}

/** An address with the port that some proxies forward: `192.0.2.1:51432` or `[2001:db8::1]:51432`. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/**
 * The network that limits count for an address: an IPv4 address itself, or the first 64 bits of an IPv6 address, since
 * any customer has all addresses with these bits (RFC 6177).
 */
export function networkOf(forwarded: string): string {
  const [, ipv6, ipv4] = withPort.exec(forwarded) ?? [];
  const address = ipv6 ?? ipv4 ?? forwarded;
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

/** The IPv4 address in an IPv4-mapped one: a dual-stack socket may report 192.0.2.1 as `::ffff:c000:201`. */
function dotted(groups: readonly string[]): string {
  const bytes = groups.map((group) => Number.parseInt(group, 16)).flatMap((pair) => [pair >> 8, pair & 255]);
  return bytes.join('.');
}
