import { readFileSync } from 'node:fs';

/** The studio's version, as package.json says: the same file, seen from the sources and from the build. */
export function packageVersion(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
