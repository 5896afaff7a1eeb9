import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import type { IsTrustedProxy } from './caller.js';

/**
 * A listener of requests that warns once where an address forwards others' requests without being in TRUSTED_PROXIES:
 * a forgotten proxy makes everybody behind it one network, and one stranger's failures lock all of them out.
 */
export function warnOfUntrustedProxy(isTrusted: IsTrustedProxy): (request: IncomingMessage) => void {
  let hasWarned = false;
  return ({ headers, socket: { remoteAddress = '' } }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined || isTrusted(remoteAddress, 0)) return;
    hasWarned = true;
    new Logger('proxies').warn(
      `${remoteAddress} forwards requests (X-Forwarded-For) and is not in TRUSTED_PROXIES, so all who come through it share one set of limits. Add it if it is a proxy of yours; otherwise anybody may have sent that header, and it has no effect. This is said once.`,
    );
  };
}
