import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

const Versions = z._default(z.record(z.string(), z.string()), {});

/** What is read of a `package.json`; a field of another type than it should have counts as absent. */
const Manifest = z.object({
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
  /** It compiles code for the machine while it is installed. */
  gypfile: z.catch(z._default(z.boolean(), false), false),
});
export type Manifest = z.infer<typeof Manifest>;

/** One version of a package, with its files on this machine. */
export interface PackageSource {
  name: string;
  version: string;
  folder: string;
  manifest: Manifest;
  origin: 'shelf' | 'registry';
  /** The exact version of each package that it depends on, without the peers that projects bring; read by `dependenciesOf`. */
  dependencies: Record<string, string>;
}

/** What names one version, in addresses and messages. */
export function nameAndVersion({ name, version }: Pick<PackageSource, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** @returns null where there is no package in the folder. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = Manifest.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

/** The packages that have to be beside it in a project, with the versions that suit it; optional ones are left out. */
export function requiredPeers({ peerDependencies, peerDependenciesMeta }: Manifest): Record<string, string> {
  const required = Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional);
  return Object.fromEntries(required);
}
