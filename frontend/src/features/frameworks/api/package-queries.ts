import type { ExternalResource } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import {
  type PackageList,
  packageRoutes,
  type ResolvedPackages,
} from '@studio/contract/packages/package-routes';
import { builtInVersions } from '@studio/engine/libraries/library-manifest';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import type { Call } from '@/lib/http-client.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';
import { findPackageInstead, packageNamedBy } from '../model/package-instead.ts';
import { resolvePackages } from '../model/project-packages.ts';

/** The packages that match a search, best first; without a search all packages of the studio. */
export function usePackageSearch(call: Call, search: string) {
  return useQuery(
    {
      queryKey: ['packages', search],
      placeholderData: keepPreviousData,
      async queryFn({ signal }): Promise<PackageList> {
        return dataOrThrow(await call(packageRoutes.searchPackages, { query: { search }, signal }));
      },
    },
    useOwnQueryClient(),
  );
}

/**
 * Details of a project's packages, and the problems of these imports; `newest`: also checks the registry for newer
 * versions, which takes longer.
 */
export function usePackageDetails(
  call: Call,
  config: FrameworkConfig,
  { imports = [], newest = false }: { imports?: string[]; newest?: boolean },
) {
  const { packages = {} } = config;
  return useQuery(
    {
      queryKey: ['details', packages, imports, newest],
      enabled: Object.keys(packages).length > 0,
      placeholderData: keepPreviousData,
      async queryFn(): Promise<Pick<ResolvedPackages, 'details' | 'problems'>> {
        return dataOrThrow(await resolvePackages(call, config, imports, newest));
      },
    },
    useOwnQueryClient(),
  );
}

/** What a project can import instead of loading a resource. `names`: the studio's packages; undefined: not loaded yet. */
export function usePackageInstead(
  call: Call,
  config: FrameworkConfig,
  resource: ExternalResource,
  names: ReadonlySet<string> | undefined,
) {
  const named = names ? packageNamedBy(resource, names) : null;
  return useQuery(
    {
      queryKey: ['instead', named, config.packages, builtInVersions(config)],
      enabled: named !== null,
      queryFn: async () => named && findPackageInstead(call, config, named),
    },
    useOwnQueryClient(),
  );
}
