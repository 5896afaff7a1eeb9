import * as z from 'zod/mini';
import { limits } from './limits.js';

/** A script or style sheet from elsewhere that the page of a project loads (specification: External resources). */
export const ExternalResource = z.object({
  kind: z.enum(['script', 'style']),
  url: z
    .string()
    .check(
      z.maxLength(limits.urlLength, `must have at most ${limits.urlLength} characters`),
      z.refine<string>(isResourceAddress, 'must be an address that begins with https://'),
    ),
});
export type ExternalResource = z.infer<typeof ExternalResource>;

/** In the order in which they load, each once. */
export const ExternalResources = z.array(ExternalResource).check(
  z.maxLength(limits.resourcesPerProject, `must have at most ${limits.resourcesPerProject} entries`),
  z.refine<ExternalResource[]>(
    (all) => new Set(all.map(({ kind, url }) => `${kind} ${url}`)).size === all.length,
    'must not contain the same resource twice',
  ),
);

/** `https:`, without credentials; `http:` only from this machine, which browsers trust as much. */
export function isResourceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
