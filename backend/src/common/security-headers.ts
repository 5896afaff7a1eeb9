import type { IncomingMessage } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../config/config.js';
import { sandboxSources } from '../config/origins.js';

/**
 * Headers of every answer on the app's origin: nothing is run, framed or asked but what the studio itself serves.
 * It frames the sandbox and its own embeds; nobody frames the app.
 */
export function securityHeaders(config: Config): ReturnType<typeof helmet> {
  const askedHost = (request: IncomingMessage) => request.headers.host ?? 'localhost';
  return helmet({
    contentSecurityPolicy: {
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
        connectSrc: ["'self'", config.assetsUrl, ...socketSources(config.publicUrl)],
        workerSrc: ["'self'", 'blob:'],
        // The embed in its own dialog, user code, and the PDFs of the asset library.
        frameSrc: [
          "'self'",
          (request) =>
            [...new Set([...sandboxSources(config, askedHost(request)), config.assetsUrl])].join(' '),
        ],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    originAgentCluster: true,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  });
}

/** `'self'` covers web sockets only in newer browsers. */
function socketSources(publicUrl: string): string[] {
  const socket = publicUrl.replace(/^http/, 'ws');
  return [socket];
}
