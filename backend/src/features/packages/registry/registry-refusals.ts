import { FetchLimit } from './fetch-request.js';
import { DependencyRefusal, type FoundVersion, RegistryRefusal, registryLimits } from './registry-jobs.js';

type Version = Pick<FoundVersion, 'name' | 'version'>;

/** The error of a dependency as one of the package; others than refusals of the dependency stay what they are. */
export function neededBy(root: FoundVersion, needed: string, error: unknown): unknown {
  if (!(error instanceof RegistryRefusal) || error instanceof FetchLimit) return error;
  return new DependencyRefusal(error.code, `${displayName(root)} needs ${needed}: ${error.message}`);
}

/** The refusal of one more package, because too many are waiting to be fetched. */
export function tooManyWaiting(): RegistryRefusal {
  return new RegistryRefusal(
    'registry_unavailable',
    'Too many packages are being fetched. Try again in a minute',
  );
}

/** The refusal to store a package, because the stored ones take all the room of PACKAGE_STORAGE. */
export function noRoom(found: FoundVersion): RegistryRefusal {
  return new RegistryRefusal(
    'registry_unavailable',
    `${displayName(found)} cannot be stored: this studio has no room for more packages. It deletes unused ones within two days; its operator can give it more room with PACKAGE_STORAGE`,
  );
}

/** The refusal of a package that needs too many others. */
export function tooMany(version: Version): RegistryRefusal {
  const message = `${displayName(version)} needs more than ${registryLimits.dependencies} other packages`;
  return new RegistryRefusal('too_many', message);
}

/** A version as messages name it: `name 1.2.3`. */
export function displayName({ name, version }: Version): string {
  return `${name} ${version}`;
}
