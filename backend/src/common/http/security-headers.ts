import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { type Config, sandboxSources } from '../../config/config.js';

/**
 * The kind of a response decides its headers:
 * - `api`: the default on the app's origin: JSON, errors, polling sockets;
 * - `page`: the app and its documentation, with the policy below;
 * - `embed`: the one page of the app's origin that any site may frame, whose policy names its own scripts;
 * - `shared`: resources of the app's origin that pages of other sites load;
 * - `preview`: user code, and the default on sandbox origins; without a policy, because it may load and run anything;
 * - `card`: a project's card, without scripts;
 * - `notice`: the studio's own page on a sandbox origin;
 * - `file`: a user's file;
 * - `refusal`: a short text in place of any page or file, after too many requests.
 */
export type ResponseKind =
  | 'api'
  | 'page'
  | 'embed'
  | 'shared'
  | 'preview'
  | 'card'
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

/** Disabled everywhere: browsers ask in the name of the top page, so one consent would hold for every project. */
const deniedFeatures = [
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
/** The app's page may read the clipboard to paste; user code may not. */
const appFeatures = without(deniedFeatures);
const userFeatures = without([...deniedFeatures, 'clipboard-read']);

const nosniff = { 'X-Content-Type-Options': 'nosniff' } as const;
const unframed = { 'X-Frame-Options': 'DENY' } as const;
const unlisted = { 'X-Robots-Tag': 'noindex' } as const;
const forAnySite = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;
const forItself = { 'Cross-Origin-Resource-Policy': 'same-origin' } as const;
const inert = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of each kind. Documents on sandbox origins do not restrict who may frame them: browsers check every
 * ancestor, and those of an embed may be any site.
 */
const headersOf: Record<ResponseKind, Partial<Record<HeaderName, string>>> = {
  api: {
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
  // No opener policy and no origin-keyed process: an embed has nothing to protect, and would wait for the new process.
  embed: {
    ...nosniff,
    ...unlisted,
    ...forAnySite,
    'Permissions-Policy': userFeatures,
    'Referrer-Policy': 'same-origin',
  },
  shared: { ...nosniff, ...unframed, ...forAnySite, 'Content-Security-Policy': inert },
  preview: {
    ...nosniff,
    ...unlisted,
    ...forAnySite,
    // Handlers of submit events still run, but no form can navigate the page.
    'Content-Security-Policy': "form-action 'none'",
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': userFeatures,
    // The default of browsers: video players of other sites need the origin.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  },
  // The same restrictions as its frame, which has no `allow-scripts`.
  card: {
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
  // An SVG or PDF that is opened directly may use its own styles, but no scripts, and has no origin.
  file: {
    ...nosniff,
    ...unlisted,
    ...forAnySite,
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; font-src data:",
    'Referrer-Policy': 'no-referrer',
  },
  // May be framed: it is shown in place of an embed or a preview.
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

/** Sets the headers of this kind, and removes those of any other. */
export function setSecurityHeaders(kind: ResponseKind, response: ServerResponse): void {
  const headers = headersOf[kind];
  for (const name of names) {
    const value = headers[name];
    if (value === undefined) response.removeHeader(name);
    else response.setHeader(name, value);
  }
}

/** The header that makes browsers use https for a year, if this address does. */
export function transportSecurity(address: string): Map<string, string> {
  return new Map(address.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=31536000']] : []);
}

/**
 * CSP sources of frames for links that open another program. If the policy blocked such a link in user code, the
 * browser would replace the page by its error page.
 */
export const programSources = ['mailto:', 'tel:', 'sms:'] as const;

type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * Headers of the app's pages: only resources of the studio itself are run, framed or requested. These pages may frame
 * the sandbox and the app's own embeds; no page may frame them.
 */
export function appPageHeaders(config: Config): Handler {
  const setCsp = appPageCsp(config);
  return (request, response, next) => {
    setSecurityHeaders('page', response);
    setCsp(request, response, next);
  };
}

/** The CSP source of an inline script or style with this text. */
export function inlineSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The policy for a page with this inline script. */
export function cspWithScript(policy: string, script: string): string {
  return policy.replace("script-src 'self'", `script-src 'self' ${inlineSource(script)}`);
}

/** The policy for a worker that runs project code in its own WebAssembly engine; no page has this policy. */
export function cspWithWebAssembly(policy: string): string {
  return policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
}

function appPageCsp(config: Config): Handler {
  const requestedHost = (request: IncomingMessage) => request.headers.host ?? 'localhost';
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The code editor positions its lines with style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: [
        "'self'",
        'data:',
        'blob:',
        config.assetsUrl,
        // Avatars from another service and from the forum.
        ...[config.avatarUrl, config.forumUrl].flatMap((address) =>
          address ? [new URL(address).origin] : [],
        ),
      ],
      fontSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'", config.assetsUrl],
      // Exports fetch library files there, and the asset library previews texts and fonts. `'self'` covers web sockets
      // only in newer browsers.
      connectSrc: ["'self'", config.assetsUrl, config.publicUrl.replace(/^http/, 'ws')],
      workerSrc: ["'self'", 'blob:'],
      // The embed in its dialog, user code, and the PDFs of the asset library.
      frameSrc: [
        "'self'",
        ...programSources,
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
