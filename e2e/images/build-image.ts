import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDockerfile, type Stage } from './dockerfile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The result of `docker build` as a folder. */
export interface StudioImage {
  folder: string;
  /** The user of its processes: neither the owner of the folder nor root. */
  user: { uid: number; gid: number };
  stage: Stage;
  /** A PATH with the Node version of the image. */
  path: string;
  remove(): void;
}

/**
 * Carries out the Dockerfile without Docker, as root. Each stage is a folder that starts as a copy of its base stage.
 * Files are copied in as git has them, and scripts run as an unprivileged user. Root owns the last stage, so that its
 * processes can only read it.
 */
export function buildImage(): StudioImage {
  const parent = mkdtempSync(join(tmpdir(), 'studio-image-'));
  chmodSync(parent, 0o755);
  const user = idsOf('nobody');
  const cache = join(parent, 'npm');
  mkdirSync(cache);
  const known = join(outputOfNpm('config', 'get', 'cache'), '_cacache');
  if (existsSync(known)) cpSync(known, join(cache, '_cacache'), { recursive: true });
  changeOwner(cache, user);
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
        if (from === undefined) copyFiles(sources, folder);
        // Other targets become volumes, which tests mount elsewhere.
        else if (target === '/studio')
          for (const source of sources)
            copyInto(folder, `${folders.get(from)}${source.replace('/studio', '')}`);
      changeOwner(folder, user);
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
  changeOwner(folder, { uid: 0, gid: 0 });
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
      npm_config_registry: outputOfNpm('config', 'get', 'registry'),
      npm_config_prefer_offline: 'true',
      // Remove the settings of the test process.
      NODE_ENV: '',
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(`${script} ended with ${ran.status}:\n${ran.stderr}`);
}

function changeOwner(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

/** Copies the content of `from` into `folder`. */
function copyInto(folder: string, from: string | undefined): void {
  if (from !== undefined) execFileSync('cp', ['-a', `${from}/.`, folder]);
}

/** Copies the files that git does not ignore, as .dockerignore does. */
function copyFiles(sources: readonly string[], folder: string): void {
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

function outputOfNpm(...args: string[]): string {
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
