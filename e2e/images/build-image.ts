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
 * Follows the Dockerfile without Docker, as root. Each stage is a folder, which begins as a copy of the stage that it is
 * from: files are laid into it as git has them, and its scripts run there as a user without rights. The last one is
 * handed over to root, so that it can be read only.
 */
export function buildImage(): StudioImage {
  const parent = mkdtempSync(join(tmpdir(), 'studio-image-'));
  chmodSync(parent, 0o755);
  const user = idsOf('nobody');
  const cache = join(parent, 'npm');
  mkdirSync(cache);
  const known = join(npmSays('config', 'get', 'cache'), '_cacache');
  if (existsSync(known)) cpSync(known, join(cache, '_cacache'), { recursive: true });
  handOver(cache, user);
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const remove = () => rmSync(parent, { recursive: true, force: true });
  const folders = new Map<string | undefined, string>();
  const stages = readDockerfile();
  try {
    for (const [index, stage] of stages.entries()) {
      const folder = join(parent, String(index), 'studio');
      mkdirSync(folder, { recursive: true });
      copyInto(folder, folders.get(stage.image));
      for (const { from, sources, target } of stage.copies)
        if (from === undefined) layFiles(sources, folder);
        // Others become volumes, which a test mounts where it likes.
        else if (target === '/studio')
          for (const source of sources)
            copyInto(folder, `${folders.get(from)}${source.replace('/studio', '')}`);
      handOver(folder, user);
      for (const script of stage.scripts) runScript(script, { folder, cache, path, user });
      folders.set(stage.name, folder);
    }
  } catch (error) {
    remove();
    throw error;
  }
  const folder = folders.get(undefined) ?? '';
  for (const [name, built] of folders) if (name !== undefined) rmSync(built, { recursive: true });
  rmSync(cache, { recursive: true });
  handOver(folder, { uid: 0, gid: 0 });
  return { folder, user, stage: stages.at(-1) as Stage, path, remove };
}

interface Machine {
  folder: string;
  cache: string;
  path: string;
  user: { uid: number; gid: number };
}

function runScript(script: string, { folder, cache, path, user }: Machine): void {
  const ran = spawnSync('sh', ['-c', script], {
    ...user,
    cwd: folder,
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
  if (ran.status !== 0) throw new Error(`${script} ended with ${ran.status}:\n${ran.stderr}`);
}

function handOver(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

/** What is in one folder, into another. */
function copyInto(folder: string, from: string | undefined): void {
  if (from !== undefined) execFileSync('cp', ['-a', `${from}/.`, folder]);
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
