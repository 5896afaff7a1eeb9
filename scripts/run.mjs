/**
 * `node scripts/run.mjs [--build] <file or nx> [arguments]`, which the scripts of package.json start. Runs the file
 * with the Node that npm installed as a package (npm 10 leaves it out of `node_modules/.bin`), passes signals on, and
 * exits with its code. Plain JavaScript, because the machine's own Node runs it. Scripts that run until they are
 * stopped start it with `exec`, because a shell in between would end at a signal without passing it on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from './build-once.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
const studio = 'backend/dist/main.js';

const { optionalDependencies } = /** @type {{ optionalDependencies: Record<string, string> }} */ (
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
);
/**
 * The folder of the Node package for this machine, the only one that npm installs. Nx removes entries below our
 * node_modules from PATH, so this path has a detour.
 */
const nodeFolder = Object.keys(optionalDependencies)
  .map((name) => `${root}scripts/../node_modules/${name}/bin`)
  .find((folder) => existsSync(folder));

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => (running ? running.kill(signal) : process.exit(128 + constants.signals[signal])));

const args = process.argv.slice(2);
const building = args[0] === '--build';
const [program = '', ...rest] = building ? args.slice(1) : args;
const built = building
  ? await buildOnce(root, () => run('nx', ['run-many', '-t', 'build', '--outputStyle=static-failures-only']))
  : 0;
process.exitCode = built === 0 && program ? await run(program, rest) : built;

/**
 * Resolves with the exit code, as a shell would report it.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function run(program, args) {
  const child = spawn('node', [program === 'nx' ? nx : program, ...args], {
    env: environment(program),
    stdio: 'inherit',
  });
  running = child;
  await once(child, 'exit');
  running = undefined;
  return child.exitCode ?? 128 + constants.signals[child.signalCode ?? 'SIGTERM'];
}

/** @param {string} program */
function environment(program) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NX_ISOLATE_PLUGINS: 'false' };
  // Windows calls it `Path`.
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  if (nodeFolder) env[name] = [nodeFolder, env[name]].join(path.delimiter);
  // Without the cache, compiling takes a tenth of the CPU time of a start.
  if (program === studio) env['NODE_COMPILE_CACHE'] ??= path.join(root, '.cache/compiled');
  // glibc reads these at the start of a process, and returns freed memory to the system (ADR 14).
  if (program === studio && process.platform === 'linux') {
    env['MALLOC_TRIM_THRESHOLD_'] = '1000000';
    env['MALLOC_MMAP_THRESHOLD_'] = '1000000';
  }
  return env;
}
