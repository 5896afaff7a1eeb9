import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageVersions } from '@studio/contract/packages/package-versions';

/** The configuration with the versions that were found for imported packages. Those that it has itself stay. */
export function withFound(config: FrameworkConfig, found: PackageVersions | null): FrameworkConfig {
  return found ? { ...config, packages: { ...found, ...config.packages } } : config;
}
