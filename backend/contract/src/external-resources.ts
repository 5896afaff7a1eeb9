import * as z from 'zod/mini';
import { limits } from './limits.js';

/** A script or style sheet from elsewhere that the page of a project loads (specification: External resources). */
export const ExternalResource = z.object({
  kind: z.enum(['script', 'style']),
  url: z
    .string()
    .check(
      z.maxLength(limits.urlLength),
      z.refine<string>(isResourceAddress, 'must be an address that begins with https://'),
    ),
});
export type ExternalResource = z.infer<typeof ExternalResource>;

/** In the order in which they load. */
export const ExternalResources = z.array(ExternalResource).check(z.maxLength(limits.resourcesPerProject));

/** Whether a text is an https address without credentials. */
export function isResourceAddress(text: string): boolean {
  return URL.canParse(text) && /^https:\/\/[^/?#@]+(?:[/?#]|$)/i.test(text);
}
