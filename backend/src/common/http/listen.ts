import { createServer, type Server } from 'node:http';
import type { Config } from '../../config/config.js';
import { enforceThroughput } from '../slow-clients/enforce-throughput.js';
import { limitConnections, restrictUpgrades, serializeRequests } from '../slow-clients/server-connections.js';
import type { IsTrustedProxy } from './caller.js';

/**
 * Makes a server listen on every configured address: `server` on the first, a twin that hands it each request
 * and upgrade on the others.
 * @returns the twins, to be closed with it.
 */
export async function listenOnHosts(
  server: Server,
  port: number,
  config: Pick<Config, 'hosts' | 'hostsRequired'>,
  isTrusted: IsTrustedProxy,
): Promise<Server[]> {
  const twins = config.hosts
    .slice(1)
    .map(() => createServer((request, response) => server.emit('request', request, response)));
  restrictUpgrades(server, twins);
  for (const one of [server, ...twins]) limitConnections(one, isTrusted);
  enforceThroughput(server, isTrusted);
  serializeRequests(server);
  // What else a request expects of a server may be passed over (RFC 9110, 10.1.1). Node would answer by itself, uncounted.
  for (const one of [server, ...twins])
    one.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const listening = await Promise.all(
    [server, ...twins].map((one, index) =>
      listen(one, port, config.hosts[index] ?? '', config.hostsRequired || index === 0),
    ),
  );
  return twins.filter((_, index) => listening[index + 1]);
}

/** @returns false where the machine does not have that address and may do without it. */
function listen(server: Server, port: number, host: string, required: boolean): Promise<boolean> {
  return new Promise((done, failed) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const absent = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';
      if (absent && !required) done(false);
      else failed(error);
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      done(true);
    });
  });
}
