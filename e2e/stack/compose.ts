import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findProgram, installMissing } from './installed.ts';

const folder = fileURLToPath(new URL('../../infra', import.meta.url));
/** Debian's docker-compose is written in Python and installs a YAML parser for it. */
const toJson = 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)';

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<
    string,
    { driver_opts?: Record<string, string>; ipam?: { config: { gateway?: string }[] } } | undefined
  >;
  configs: Record<string, { file: string; name?: string }>;
  secrets: Record<string, { file: string; name?: string }>;
}

export interface ComposeService {
  image: string;
  read_only?: boolean;
  user?: string;
  environment?: Record<string, string>;
  cap_drop?: string[];
  networks?: Record<string, object | null>;
  ports?: { target: number; published: number }[];
  deploy: {
    replicas?: number;
    endpoint_mode?: string;
    resources: { limits: { memory: string } };
    update_config?: { order: string; failure_action: string };
  };
}

/** Installs docker-compose, which can check files without Docker. @returns why that failed, or undefined */
export function provisionCompose(): string | undefined {
  const missing = () => (findProgram(['docker-compose']) ? undefined : 'docker-compose');
  return installMissing(missing, 'docker-compose');
}

/**
 * These files of `infra/` merged, with every variable filled in.
 * @throws with the errors of `docker-compose config`
 */
export function readCompose(variables: Record<string, string>, ...files: string[]): ComposeFile {
  const flags = files.flatMap((file) => ['-f', file]);
  const config = execFileSync('docker-compose', [...flags, 'config'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return readYaml(config) as ComposeFile;
}

function readYaml(text: Buffer): unknown {
  return JSON.parse(execFileSync('python3', ['-c', toJson], { input: text, encoding: 'utf8' }));
}
