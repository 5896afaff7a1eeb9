import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { type EmbedOptions, embedPath, embedQuery, readEmbedOptions } from '@studio/contract/embed';
import type { FindCacheHit } from '../../common/http/respond-from-cache.js';
import { setSecurityHeaders } from '../../common/http/security-headers.js';
import { idPattern, revPattern } from '../../common/ids.js';
import { type Config, sandboxSources } from '../../config/config.js';
import { type CachedReadsService, embedKey } from '../projects/reading/cached-reads.service.js';
import { type EmbedScripts, embedPolicy } from './embed-page.js';

const cachedPath = new RegExp(`^/embed/(${idPattern}(?:@${revPattern})?)(?:\\?([^#]*))?$`);

/** Finds embed pages in the cache, which `embedRouter` fills. */
export function findCachedEmbed(
  config: Config,
  scripts: EmbedScripts,
  findCached: CachedReadsService['cached'],
): FindCacheHit {
  const setHeaders = embedHeaders(config, scripts);
  return (request, address) => {
    const [, key, query = ''] = cachedPath.exec(request.url ?? '') ?? [];
    if (key === undefined) return null;
    const options = readEmbedOptions(parseQuery(query));
    const viewer = isOwnFrame(request) ? null : { caller: null, address };
    const text = findCached(embedKey(key, pageOptions(options)), viewer);
    if (text === null) return null;
    return text.then((page) => ({
      route: embedPath(':id'),
      text: page,
      contentType: 'text/html; charset=utf-8',
      // A page's point has been taken when the request arrived.
      takePoint: () => true,
      setHeaders: (response) => setHeaders(request, response),
    }));
  };
}

/** The part of a page's cache key that depends on its options. */
export function pageOptions(options: EmbedOptions): string {
  return `page ${embedQuery(options)}`;
}

/** Sets the headers of embed pages: their own policy, and `no-cache`, so that browsers revalidate them each time. */
export function embedHeaders(
  config: Config,
  scripts: EmbedScripts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const policyWith = embedPolicy(scripts, config.publicUrl.replace(/^http/, 'ws'));
  return ({ headers }, response) => {
    setSecurityHeaders('embed', response);
    const frames = sandboxSources(config, headers.host ?? 'localhost');
    response.setHeader('Content-Security-Policy', policyWith(frames));
    response.setHeader('Cache-Control', 'no-cache');
  };
}

/** Whether the request comes from the studio's own Embed Code dialog, which is not a view. */
export function isOwnFrame({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-dest'] === 'iframe';
}
