import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../backend/package.json', import.meta.url));

/** A library as the studio's server has it: the same copy, not just one of the same name. */
export function studioLibrary(name: 'socket.io' | 'ws'): unknown {
  return require(name);
}
