import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDockerfile, type Stage } from './dockerfile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `docker build` would make, as a folder. */
export interface StudioImage {
  folder: string;
  /** Who its processes run as: neither the owner of the folder nor root. */
  user: { uid: number; gid: number };
  stage: Stage;
  /** PATH with the Node that the image has. */
  path: string;
  remove(): void;
}

/**
 * Follows the Dockerfile without Docker, as root: lays the files of the first stage into an empty folder, as git has
 * them, runs its script there as a user without rights, and hands the result over to root, so that it can be read only.
 */
export function buildImage(): StudioImage {
  const [build, stage] = readDockerfile() as [Stage, Stage];
  const parent = mkdtempSync(join(tmpdir(), 'studio-image-'));
  chmodSync(parent, 0o755);
  const folder = join(parent, 'studio');
  const user = idsOf('nobody');
  for (const { sources } of build.copies) layFiles(sources, folder);
  const cache = join(parent, 'npm');
  mkdirSync(cache);
  const known = join(npmSays('config', 'get', 'cache'), '_cacache');
  if (existsSync(known)) cpSync(known, join(cache, '_cacache'), { recursive: true });
  for (const path of [folder, cache]) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);

  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const [script = ''] = build.scripts;
  const built = spawnSync(join(folder, script), {
    ...user,
    env: {
      ...process.env,
      PATH: path,
      HOME: cache,
      npm_config_cache: cache,
      npm_config_registry: npmSays('config', 'get', 'registry'),
      npm_config_prefer_offline: 'true',
      // This process is one of tests.
      NODE_ENV: '',
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const remove = () => rmSync(parent, { recursive: true, force: true });
  if (built.status !== 0) {
    remove();
    throw new Error(`${script} ended with ${built.status}:\n${built.stderr}`);
  }
  rmSync(cache, { recursive: true });
  execFileSync('chown', ['-R', '0:0', folder]);
  return { folder, user, stage, path, remove };
}

/** Copies what git knows of these files and folders: what .dockerignore leaves of a working copy. */
function layFiles(sources: readonly string[], folder: string): void {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...sources],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
}

function npmSays(...args: string[]): string {
  return execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function idsOf(name: string): { uid: number; gid: number } {
  const [, , uid, gid] = execFileSync('getent', ['passwd', name], { encoding: 'utf8' }).split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
