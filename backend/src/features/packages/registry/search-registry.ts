import { isExactVersion, isPackageName } from '@studio/contract/packages/package-names';
import type { PackageDetails } from '@studio/contract/packages/package-routes';
import * as z from 'zod/mini';
import { PublishedText } from '../catalog/package-source.js';
import { fetchJson, type Registry } from './registry-access.js';

const Found = z.object({
  objects: z.array(
    z.object({
      package: z.object({
        name: z.string().check(z.refine(isPackageName)),
        version: z.string().check(z.refine(isExactVersion)),
        description: PublishedText,
        license: PublishedText,
      }),
    }),
  ),
});

/** The registry's own search results, best first; empty if it has no search. */
export async function searchRegistry(
  registry: Registry,
  text: string,
  most: number,
): Promise<PackageDetails[]> {
  const response = fetchJson(registry, '-/v1/search', { text, size: String(most) });
  const found = Found.safeParse(await response.catch(nothingWhereUnknown));
  if (!found.success) return [];
  return found.data.objects
    .slice(0, most)
    .map(({ package: each }) => ({ ...each, size: null, source: 'registry' as const }));
}

function nothingWhereUnknown(error: { code?: unknown }): null {
  if (error.code === 'E404') return null;
  throw error;
}
