import { readFileSync } from 'node:fs';

const lockFile = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = JSON.parse(lockFile) as { packages: Record<string, { version?: string }> };

/** The first release of a package without known faults, which every installed copy must reach. */
const firstGood = {
  // Faults: objects become raw SQL, merging changes prototypes, and the direction of `orderBy` is not checked.
  '@mikro-orm/core': '7.1.7',
  '@mikro-orm/sql': '7.1.7',
  '@mikro-orm/postgresql': '7.1.7',
  // A dependency of Nest's Express platform. The studio itself parses uploads with @fastify/busboy.
  multer: '2.1.0',
  'socket.io-parser': '4.2.7',
  // Of the next three, the newest releases in November 2026.
  'engine.io': '6.6.11',
  'engine.io-client': '6.6.8',
  ws: '8.21.3',
  qs: '6.14.1',
  jszip: '3.8.0',
};

test.each(Object.entries(firstGood))('%s is resolved to %s or later, every copy of it', (name, good) => {
  const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
  expect(copies.length).toBeGreaterThan(0);
  expect(copies.filter(([, { version = '0.0.0' }]) => isBefore(version, good))).toEqual([]);
});

function isBefore(version: string, good: string): boolean {
  return version.localeCompare(good, 'en', { numeric: true }) < 0;
}
