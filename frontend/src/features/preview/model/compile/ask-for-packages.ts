import { limits } from '@studio/contract/limits';
import { packageRoutes, type ResolvedPackages } from '@studio/contract/packages/package-routes';
import { asWritten, parseSpecifier } from '@studio/contract/packages/specifier';
import { builtInVersions } from '@studio/engine/libraries/library-manifest';
import type { Source } from '@studio/engine/source';
import { createHttpClient } from '@/lib/http-client.ts';
import type { PackageResult } from './package-lookup.ts';

/** A separate client: a preview may start before the app, and this needs no session. */
const call = createHttpClient({
  baseUrl: '/api',
  fetch: (...request) => window.fetch(...request),
  token: () => null,
  onUnauthorized: () => undefined,
});

/**
 * Asks the studio's package server. Without a response, packages with a frozen version still work.
 * @param dependencies whether the response has the versions of what the packages depend on
 */
export async function askForPackages(
  { frameworkConfig }: Source,
  imports: readonly string[],
  dependencies = false,
): Promise<
  PackageResult & Pick<ResolvedPackages, 'dependencies'> & Partial<Pick<ResolvedPackages, 'details'>>
> {
  const { packages = {} } = frameworkConfig;
  const builtIn = builtInVersions(frameworkConfig, imports);
  const hasVersion = (specifier: string) => {
    const { name } = parseSpecifier(specifier) ?? { name: specifier };
    return packages[name] !== undefined || builtIn[name] !== undefined;
  };
  // Those without a version cannot run, so they come first if there are too many.
  const missing = imports.filter((specifier) => !hasVersion(specifier));
  const specifiers = [...missing, ...imports.filter(hasVersion)].slice(0, limits.specifiersPerLookup);
  const response = await call(packageRoutes.resolvePackages, {
    body: { specifiers, packages, carried: builtIn, dependencies },
  });
  if (response.ok) return { ...response.data, isAnswered: true };
  const { message } = response.error;
  return {
    isAnswered: false,
    packages,
    dependencies: {},
    problems: missing.map((specifier) => ({
      specifier,
      code: 'registry_unavailable' as const,
      message: `Cannot look up "${asWritten(specifier)}": ${message}`,
      suggestions: [],
    })),
  };
}
