import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''));

const example = read('infra/.env.example');
const [settings = '', elsewhere = ''] = example.split('# --- Not here');
const compose = `${read('infra/compose.yml')}\n${read('infra/stack.yml')}`;
const studio = /^x-studio:[^]*?^services:/m.exec(compose)?.[0] ?? '';

/** Which files `docker compose` reads. */
const ofComposeItself = 'COMPOSE_FILE';

/** The first column of a table of settings: `A`, `B` | … */
function tableNames(document: string, heading: string): Set<string> {
  const chapter = read(document).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const cells = chapter.split('\n').map((line) => /^\| (`[A-Z][^|]+)\|/.exec(line)?.[1] ?? '');
  return namesIn(cells.join(' '), /`([A-Z][A-Z0-9_]+)`/g);
}

describe('infra/.env.example', () => {
  const listed = namesIn(settings, /^#?([A-Z][A-Z0-9_]+)=/gm);

  it('has what the compose files read, and nothing else', () => {
    const used = [...namesIn(compose, /\$\{([A-Z][A-Z0-9_]+)/g)].filter((name) => !name.endsWith('_VERSION'));
    expect([...listed].toSorted()).toEqual([...used, ofComposeItself].toSorted());
  });

  it('has what infra/README.md lists, and nothing else', () => {
    expect([...listed].toSorted()).toEqual([...tableNames('infra/README.md', 'Variables')].toSorted());
  });

  it('shows the defaults of the compose files', () => {
    for (const [, name = '', value = ''] of settings.matchAll(/^#([A-Z][A-Z0-9_]+)=(.*)$/gm)) {
      // Of replicas there is one on one host, and there are three in a swarm.
      if (name === ofComposeItself || name === 'APP_REPLICAS') continue;
      const defaults = namesIn(compose, new RegExp(`\\$\\{${name}:-([^}]*)\\}`, 'g'));
      expect([name, ...defaults]).toEqual([name, value]);
    }
  });

  it('names every variable of README.md, as a setting or with the place where it is set', () => {
    const named = new Set([...listed, ...namesIn(elsewhere, /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\b/g)]);
    const variables = tableNames('README.md', 'Ports and variables');
    expect(variables.size).toBeGreaterThan(30);
    expect([...variables].filter((name) => !named.has(name))).toEqual([]);
  });
});

it('every variable of README.md reaches the studio of the compose files, but for those of its image', () => {
  const [, ofImage = ''] = /Set by the image: (.*)\./.exec(elsewhere) ?? [];
  const reached = namesIn(studio, /^ {4}([A-Z][A-Z0-9_]*?)(?:_FILE)?: /gm);
  const variables = tableNames('README.md', 'Ports and variables');
  expect([...variables].filter((name) => !reached.has(name)).toSorted()).toEqual(
    ofImage.split(', ').toSorted(),
  );
});

it('every secret that .env.example names is made by secrets.sh', () => {
  const [, secrets = ''] = /made by secrets\.sh: ([^]*?)\./.exec(elsewhere) ?? [];
  const made = namesIn(read('infra/secrets.sh'), /^write (\w+)/gm);
  const names = secrets.replaceAll(/[\s#]+/g, '').split(',');
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !made.has(name.toLowerCase()))).toEqual([]);
});
