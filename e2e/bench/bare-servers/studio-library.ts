import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../backend/package.json', import.meta.url));

/** The very copy of a library that the studio's server loads. */
export function studioLibrary(name: 'socket.io' | 'ws'): unknown {
  return require(name);
}
