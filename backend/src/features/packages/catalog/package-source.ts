import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isPackageName } from '@studio/contract/packages/package-names';
import * as z from 'zod/mini';
import { nullIfMissing } from '../../../common/errors/missing-file.js';
import { parseJson } from '../../../common/parse-json.js';

/** In characters. */
const maxTextLength = 1_000;
const maxKeywords = 50;
/** As many as a project may have packages. */
const maxPeers = 100;
/** In characters. Versions are compared with ranges in the server's own process. */
export const maxRangeLength = 256;

/** A text that a publisher chose, without control characters, some of which PostgreSQL refuses, and cut. */
function publishedText(text: string): string {
  const isControl = /\p{Cc}+/gu;
  return text.slice(0, maxTextLength).toWellFormed().replace(isControl, ' ').trim();
}

/** A text of a manifest or of a search result. One of a wrong type counts as absent. */
export const PublishedText = z.catch(
  z._default(z.string().check(z.overwrite<string>(publishedText)), ''),
  '',
);

/** The first peers that are packages. */
function firstPeers<Value>(
  peers: Record<string, Value>,
  isKept: (value: Value) => boolean,
): Record<string, Value> {
  const kept = Object.entries(peers).filter(([name, value]) => isPackageName(name) && isKept(value));
  return Object.fromEntries(kept.slice(0, maxPeers));
}

/** The fields of a `package.json` that are used. A field of a wrong type counts as absent. */
export const PackageManifest = z.object({
  name: z.string(),
  version: z.string(),
  description: PublishedText,
  license: PublishedText,
  keywords: z.pipe(
    z.catch(z._default(z.array(z.string()), []), []),
    z.transform((keywords) => keywords.slice(0, maxKeywords).map(publishedText)),
  ),
  peerDependencies: z.pipe(
    z.catch(z._default(z.record(z.string(), z.string()), {}), {}),
    z.transform((peers) => firstPeers(peers, (range) => range.length <= maxRangeLength)),
  ),
  peerDependenciesMeta: z.pipe(
    z.catch(z._default(z.record(z.string(), z.object({ optional: z.optional(z.boolean()) })), {}), {}),
    z.transform((peers) => firstPeers(peers, ({ optional }) => optional === true)),
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

/** The manifest of a package; null if the folder has none, or one that is cut off. */
export function readPackageManifest(folder: string): Promise<PackageManifest | null> {
  return readManifest(folder, PackageManifest);
}

/** The same with the fields of another schema. */
export async function readManifest<Manifest>(
  folder: string,
  schema: z.ZodMiniType<Manifest>,
): Promise<Manifest | null> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(nullIfMissing);
  if (text === null) return null;
  const parsed = schema.safeParse(parseJson(text));
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
