/**
 * Builds a checkout once, however many scripts are started in it. Nx lays the outputs of a task anew even where nothing
 * has changed, and a studio that is loading its modules would not find them. So one script builds at a time, and none
 * where the build is that of the sources already. Plain JavaScript, because the machine's own Node runs it.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';

const sources = ['backend', 'frontend', 'package-lock.json', 'tsconfig.base.json', 'nx.json'];
const notSources = /^(node_modules|dist|\..*|.*\.tsbuildinfo)$/;
const outputs = ['backend/contract', 'backend', 'frontend/engine', 'frontend/sandbox', 'frontend'].map(
  (project) => `${project}/dist`,
);

/**
 * Runs `build`, after whoever else builds here, unless nothing has changed since it last succeeded.
 *
 * @param {string} root
 * @param {() => Promise<number>} build resolves with an exit code
 * @returns {Promise<number>} its exit code
 */
export async function buildOnce(root, build) {
  const folder = path.join(root, '.cache');
  mkdirSync(folder, { recursive: true });
  const unlock = await lock(path.join(folder, 'build.sock'));
  try {
    const record = path.join(folder, 'build');
    const before = fingerprint(root, sources);
    if (read(record) === before + fingerprint(root, outputs)) return 0;
    rmSync(record, { force: true });
    const code = await build();
    if (code === 0) writeFileSync(record, before + fingerprint(root, outputs));
    return code;
  } finally {
    unlock();
  }
}

/**
 * Waits until nobody else has this lock: a socket, which a process that dies lets go of. Where the file system has no
 * sockets, nobody waits.
 *
 * @param {string} file
 * @returns {Promise<() => void>} unlocks it
 */
async function lock(file) {
  // Relative: the path of a socket has room for about a hundred characters.
  const address = path.relative(process.cwd(), file);
  for (;;) {
    /** @type {Set<import('node:net').Socket>} */
    const waiting = new Set();
    const server = createServer((client) => waiting.add(client.on('error', () => undefined)));
    const refusal = await once(server.listen(address), 'listening').then(
      () => null,
      (/** @type {NodeJS.ErrnoException} */ { code }) => code,
    );
    if (refusal !== 'EADDRINUSE')
      return () => {
        if (refusal === null) server.close();
        for (const client of waiting) client.destroy();
      };
    if (await untilUnlocked(address, 'Another script is building here. Waiting for it.\n')) continue;
    await removeStale(address);
  }
}

/**
 * @param {string} address
 * @param {string} [notice] printed while waiting
 * @returns {Promise<boolean>} false where nobody had the lock
 */
async function untilUnlocked(address, notice) {
  const holder = connect(address);
  try {
    await once(holder, 'connect');
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
  }
  if (notice === undefined) holder.destroy();
  else process.stderr.write(notice);
  // `once` of node:events would reject: whoever unlocks may end the connection in the middle.
  await new Promise((resolve) =>
    holder
      .on('error', () => undefined)
      .once('close', resolve)
      .resume(),
  );
  return true;
}

/**
 * What a process has left that was killed. It is moved away first: of two that have seen it, one moves it, and the other
 * may have moved the lock that the first has made since.
 *
 * @param {string} address
 */
async function removeStale(address) {
  const aside = `${address}.${process.pid}`;
  try {
    renameSync(address, aside);
    if (await untilUnlocked(aside)) linkSync(aside, address);
  } catch {
    // Somebody else was faster.
  }
  rmSync(aside, { force: true });
}

/**
 * Changes with every file in these folders; of the outputs, which nobody edits, with the folder itself.
 *
 * @param {string} root
 * @param {readonly string[]} names
 */
function fingerprint(root, names) {
  const hash = createHash('sha256');
  /** @param {string} name */
  const add = (name) => {
    const file = path.join(root, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isDirectory() && !outputs.includes(name)) {
      for (const entry of readdirSync(file)) if (!notSources.test(entry)) add(`${name}/${entry}`);
    } else hash.update(`${name} ${stats?.ino} ${stats?.size} ${stats?.mtimeMs}\n`);
  };
  for (const name of names) add(name);
  return hash.digest('hex');
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
