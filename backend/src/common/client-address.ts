import type { IncomingMessage } from 'node:http';

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
