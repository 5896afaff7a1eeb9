import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { nullIfMissing } from '../../../common/errors/missing-file.js';

const Versions = z._default(z.record(z.string(), z.string()), {});

/** The fields of a `package.json` that are used. A field of a wrong type counts as absent. */
const PackageManifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.catch(z._default(z.string(), ''), ''),
  license: z.catch(z._default(z.string(), ''), ''),
  keywords: z.catch(z._default(z.array(z.string()), []), []),
  dependencies: z.catch(Versions, {}),
  optionalDependencies: z.catch(Versions, {}),
  peerDependencies: z.catch(Versions, {}),
  peerDependenciesMeta: z.catch(
    z._default(z.record(z.string(), z.object({ optional: z.optional(z.boolean()) })), {}),
    {},
  ),
  /** Whether its installation compiles native code. */
  gypfile: z.catch(z._default(z.boolean(), false), false),
});
export type PackageManifest = z.infer<typeof PackageManifest>;

/** One version of a package, with its files on this machine. */
export interface PackageSource {
  name: string;
  version: string;
  folder: string;
  manifest: PackageManifest;
  origin: 'shelf' | 'registry';
  /** The exact versions of its dependencies, without peers that projects provide; read by `dependenciesOf`. */
  dependencies: Record<string, string>;
}

/** The id of a version, in addresses and messages. */
export function nameAndVersion({ name, version }: Pick<PackageSource, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** The manifest of a package; null if the folder has none. */
export async function readPackageManifest(folder: string): Promise<PackageManifest | null> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(nullIfMissing);
  if (text === null) return null;
  const parsed = PackageManifest.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

/** The peers that a project must have, with their ranges; without optional ones. */
export function requiredPeers({
  peerDependencies,
  peerDependenciesMeta,
}: PackageManifest): Record<string, string> {
  const required = Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional);
  return Object.fromEntries(required);
}
