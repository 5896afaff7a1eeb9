import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../../config/config.js';
import { sandboxSources } from '../../config/config.js';
import { setSecurityHeaders } from './security-headers.js';

type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * Makes answers pages of the app: nothing is run, framed or asked but what the studio itself serves. They frame the
 * sandbox and the app's own embeds; nobody frames them.
 */
export function appPageHeaders(config: Config): Handler {
  const setCsp = appPageCsp(config);
  return (request, response, next) => {
    setSecurityHeaders('page', response);
    setCsp(request, response, next);
  };
}

/** The policy of a page in which this one script is written. */
export function cspWithScript(policy: string, script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return policy.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`);
}

function appPageCsp(config: Config): Handler {
  const requestedHost = (request: IncomingMessage) => request.headers.host ?? 'localhost';
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The code editor places its lines with style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: [
        "'self'",
        'data:',
        'blob:',
        config.assetsUrl,
        // Pictures of people who come from the forum.
        ...[config.avatarUrl, config.forumUrl].flatMap((address) =>
          address ? [new URL(address).origin] : [],
        ),
      ],
      fontSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'", config.assetsUrl],
      // An export takes library files from there, and previews the texts and fonts of the asset library.
      // `'self'` covers web sockets only in newer browsers.
      connectSrc: ["'self'", config.assetsUrl, config.publicUrl.replace(/^http/, 'ws')],
      workerSrc: ["'self'", 'blob:'],
      // The embed in its own dialog, user code, and the PDFs of the asset library.
      frameSrc: [
        "'self'",
        (request) =>
          [...new Set([...sandboxSources(config, requestedHost(request)), config.assetsUrl])].join(' '),
      ],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    },
  });
}
