import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One stage of a Dockerfile: the files copied into it, its scripts, and its start command. */
export interface Stage {
  /** An image of a registry, or the name of an earlier stage. */
  image: string;
  name: string | undefined;
  /** `from`: an earlier stage; undefined for the repository. */
  copies: { from: string | undefined; sources: string[]; target: string }[];
  scripts: string[];
  env: Record<string, string>;
  user: string | undefined;
  entrypoint: string[];
  command: string[];
  healthCommand: string[];
}

const file = fileURLToPath(new URL('../../infra/studio/Dockerfile', import.meta.url));

/** The stages of the studio's image. @throws if the Dockerfile has an instruction that the tests do not support */
export function readDockerfile(): Stage[] {
  const stages: Stage[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const [image = '', , name] = rest.split(' ');
      stages.push(newStage(image, name));
    }
    const stage = stages.at(-1);
    if (stage && instruction !== '') apply(stage, instruction, rest);
  }
  return stages;
}

function newStage(image: string, name: string | undefined): Stage {
  return {
    image,
    name,
    copies: [],
    scripts: [],
    env: {},
    user: undefined,
    entrypoint: [],
    command: [],
    healthCommand: [],
  };
}

function apply(stage: Stage, instruction: string, rest: string): void {
  switch (instruction) {
    case 'FROM':
    case 'WORKDIR':
    case 'EXPOSE':
      return;
    case 'COPY': {
      const words = rest.split(' ');
      const paths = words.filter((word) => !word.startsWith('--'));
      const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
      stage.copies.push({ from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' });
      return;
    }
    case 'RUN':
      stage.scripts.push(rest);
      return;
    case 'ENV':
      for (const pair of rest.split(' ')) {
        const [name = '', value = ''] = pair.split('=');
        stage.env[name] = value;
      }
      return;
    case 'USER':
      stage.user = rest;
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(rest) as string[];
      return;
    case 'CMD':
      stage.command = JSON.parse(rest) as string[];
      return;
    case 'HEALTHCHECK':
      stage.healthCommand = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
      return;
    default:
      throw new Error(`The Dockerfile has ${instruction}, which no test follows.`);
  }
}
