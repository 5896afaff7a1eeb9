/**
 * Builds a checkout once, even if several scripts are started in it. Nx replaces the outputs of a task even if nothing
 * has changed, and a studio that is loading its modules would not find them. So only one script builds at a time, and
 * none if the build is up to date. Plain JavaScript, because the machine's own Node runs it.
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
 * Runs `build` after any other build of this checkout, unless nothing has changed since it last succeeded.
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
 * Waits for this lock and takes it. It is a socket, which the system releases when its process dies. On a file system
 * without sockets, and in the checkout of another user, there is no lock.
 *
 * @param {string} file
 * @returns {Promise<() => void>} unlocks it
 */
async function lock(file) {
  // Relative, because the path of a socket may have only about 100 characters.
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
    if (!(await removeStale(address))) return () => undefined;
  }
}

/**
 * @param {string} address
 * @param {string} [notice] printed while waiting
 * @returns {Promise<boolean>} false if no process had the lock
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
  // Not `once` of node:events, which would reject, because unlocking may reset the connection.
  await new Promise((resolve) =>
    holder
      .on('error', () => undefined)
      .once('close', resolve)
      .resume(),
  );
  return true;
}

/**
 * Removes the lock of a killed process. Moves it away first: if two processes have seen it, one moves it, and the other
 * may move the new lock of the first, which it then puts back.
 *
 * @param {string} address
 * @returns {Promise<boolean>} false where this user may not
 */
async function removeStale(address) {
  const aside = `${address}.${process.pid}`;
  try {
    renameSync(address, aside);
    if (await untilUnlocked(aside)) linkSync(aside, address);
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (/^(EACCES|EPERM|EROFS)$/.test(code)) return false;
    // Another process was faster.
  }
  rmSync(aside, { force: true });
  return true;
}

/**
 * A hash that changes with every file in these folders. For the outputs, which nobody edits, only the folder itself
 * counts.
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
