import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { type Config, sandboxSources } from '../../config/config.js';

/**
 * What an answer is, as far as a browser must know:
 * - `call`: what nothing else is said of on the app's origin: JSON, errors, polling sockets;
 * - `page`: the app and its documentation, with the policy below;
 * - `embed`: the one page of the app's origin that any site may frame, whose policy names its own scripts;
 * - `shared`: what other sites' pages load from the app's origin;
 * - `preview`: user code, and what nothing else is said of on the sandbox origins;
 * - `still`: a project's picture, which runs nothing;
 * - `notice`: a page of ours on a sandbox origin;
 * - `file`: what a user has uploaded;
 * - `refusal`: a few words of ours in place of any page or file, to whoever has asked for too many.
 */
export type ResponseKind =
  | 'call'
  | 'page'
  | 'embed'
  | 'shared'
  | 'preview'
  | 'still'
  | 'notice'
  | 'file'
  | 'refusal';

const names = [
  'Cache-Control',
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'X-Robots-Tag',
] as const;

type HeaderName = (typeof names)[number];

/** Off for everybody: a browser asks and remembers for the page on top, so one consent would be every project's. */
const powers = [
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
const without = (features: string[]) => features.map((feature) => `${feature}=()`).join(', ');
/** The page pastes by itself; user code never reads what was copied elsewhere. */
const appFeatures = without(powers);
const userFeatures = without([...powers, 'clipboard-read']);

const nosniff = { 'X-Content-Type-Options': 'nosniff' } as const;
const unframed = { 'X-Frame-Options': 'DENY' } as const;
const unlisted = { 'X-Robots-Tag': 'noindex' } as const;
const forAnySite = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;
const forItself = { 'Cross-Origin-Resource-Policy': 'same-origin' } as const;
const inert = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Each kind with its headers. A sandbox document says nothing of who may frame it: a browser looks at every ancestor,
 * and an embed's may be anybody.
 */
const headersOf: Record<ResponseKind, Partial<Record<HeaderName, string>>> = {
  call: {
    ...nosniff,
    ...unframed,
    ...unlisted,
    ...forItself,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': inert,
    'Referrer-Policy': 'same-origin',
  },
  page: {
    ...nosniff,
    ...unframed,
    ...forItself,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': appFeatures,
    'Referrer-Policy': 'same-origin',
  },
  // It has nothing to keep apart, and a page with an opener policy waits for a process of its own.
  embed: {
    ...nosniff,
    ...unlisted,
    ...forAnySite,
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': userFeatures,
    'Referrer-Policy': 'same-origin',
  },
  shared: { ...nosniff, ...unframed, ...forAnySite, 'Content-Security-Policy': inert },
  preview: {
    ...nosniff,
    ...unlisted,
    ...forAnySite,
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': userFeatures,
    // What browsers do unasked, and what players of other sites want to see: the origin, and nothing of the address.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  },
  // Its frame has no `allow-scripts`, and this says the same once more.
  still: {
    ...nosniff,
    ...unlisted,
    ...forAnySite,
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src * 'unsafe-inline'; img-src * data: blob:; font-src * data:; form-action 'none'; base-uri *",
    'Referrer-Policy': 'no-referrer',
  },
  notice: {
    ...nosniff,
    ...unframed,
    ...unlisted,
    ...forItself,
    'Content-Security-Policy': `${inert}; style-src 'unsafe-inline'`,
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': userFeatures,
    'Referrer-Policy': 'no-referrer',
  },
  // Opened by itself it may show what it is, with its own styles; it runs nothing and has no origin.
  file: {
    ...nosniff,
    ...unlisted,
    ...forAnySite,
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; font-src data:",
    'Referrer-Policy': 'no-referrer',
  },
  // In a frame, too: it stands where an embed or a preview would.
  refusal: {
    ...nosniff,
    ...unlisted,
    ...forAnySite,
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'",
    'Referrer-Policy': 'no-referrer',
  },
};

/** Makes an answer one of this kind, whatever it was before. */
export function setSecurityHeaders(kind: ResponseKind, response: ServerResponse): void {
  const headers = headersOf[kind];
  for (const name of names) {
    const value = headers[name];
    if (value === undefined) response.removeHeader(name);
    else response.setHeader(name, value);
  }
}

/** The header that keeps browsers to https for a year, for the origin of this address; none for one without. */
export function transportSecurity(address: string): Map<string, string> {
  return new Map(address.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=31536000']] : []);
}

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
