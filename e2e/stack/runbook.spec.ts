import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { routes } from '@studio/contract/routes';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const workflow = read('.github/workflows/stack.yml');

/** Blocks that no workflow can run, and why. */
const notRun = {
  'Names, ports, certificate 1': 'needs a domain and its name server',
  'Firewalls 1': 'a rule for the addresses of an operator',
};

/** Every block of commands with the heading above it and its number below that heading. */
function blocksOf(file: string): { name: string; heading: string; number: number; text: string }[] {
  const found = [];
  let [heading, number, text] = ['', 0, null as string | null];
  for (const line of read(file).split('\n')) {
    const [, title] = /^#+ (.+)$/.exec(line) ?? [];
    if (text !== null && line === '```') {
      found.push({ name: `${heading} ${number}`, heading, number, text });
      text = null;
    } else if (text !== null) text += `${line}\n`;
    else if (title !== undefined) [heading, number] = [title, 0];
    else if (line === '```sh') [number, text] = [number + 1, ''];
  }
  return found;
}

describe.each(['infra/README.md', 'infra/UPGRADE.md'])('%s', (path) => {
  const blocks = blocksOf(path);
  const file = basename(path);

  it('has no block of commands that nothing runs', () => {
    expect(blocks.length).toBeGreaterThan(2);
    const forgotten = blocks.filter(
      ({ name, heading, number, text }) =>
        !(name in notRun) &&
        !workflow.includes(`runbook.sh ${file} '${heading}' ${number}`) &&
        !workflow.includes(text.trim()),
    );
    expect(forgotten.map(({ name }) => name)).toEqual([]);
  });

  it('gives the workflow each block as it stands there', () => {
    for (const { heading, number, text } of blocks)
      expect(
        execFileSync(join(root, 'infra/runbook.sh'), [file, heading, `${number}`], {
          cwd: root,
          encoding: 'utf8',
        }),
      ).toBe(text);
  });

  it('has commands that a shell can read', () => {
    for (const { text } of blocks)
      execFileSync('bash', ['-n'], { input: text.replaceAll(/<(\w+)>/g, '$1'), stdio: 'pipe' });
  });
});

it('each command in a swarm goes to one container, whatever other services are called', () => {
  const services = [...read('infra/compose.yml').matchAll(/^ {2}([a-z-]+):\n {4}<<: \*/gm)];
  const containers = services.map(([, service]) => `studio_${service}.1.abc`).join('\n');
  // Of `docker ps`, which takes a name as a pattern, and `docker exec`, which this prints.
  const docker = `docker() {
    if [ "$1" = ps ]; then grep -e "\${4#name=}" <<< '${containers}'; else echo "$2"; fi
  }`;
  const swarm = blocksOf('infra/README.md').filter(
    ({ text }) => text.startsWith('in_()') || text.includes('\nin_()'),
  );
  expect(swarm).toHaveLength(2);
  for (const { text } of swarm) {
    const [defined = ''] = /^in_\(\) .+$/m.exec(text) ?? [];
    for (const service of ['postgres', 'postgres-archive', 'redis', 'backup'])
      expect(
        execFileSync('bash', ['-c', `${docker}\n${defined}\nin_ ${service} true`], { encoding: 'utf8' }),
      ).toBe(`studio_${service}.1.abc\n`);
  }
});

it('the workflow asks for no block that is not there', () => {
  const asked = [...workflow.matchAll(/runbook\.sh (\S+\.md) '([^']+)' (\d)/g)];
  expect(asked.length).toBeGreaterThan(10);
  for (const [, file = '', heading = '', number = ''] of asked)
    expect(blocksOf(`infra/${file}`).map(({ name }) => name)).toContain(`${heading} ${number}`);
});

it('each call of a workflow, a script or a runbook is a route of the studio', () => {
  const files = globSync(['.github/workflows/*.yml', 'infra/**/*.{sh,md,cfg}'], { cwd: root });
  const commands = files.flatMap((file) =>
    read(file)
      .replaceAll(/\\\n\s*/g, '')
      .split('\n'),
  );
  const calls = commands.flatMap((command) => {
    const method = / --(json|form|data)/.test(command) ? 'POST' : 'GET';
    return [...command.matchAll(/[\w"}] ?(\/api\/[\w/-]+)/g)].map(([, path]) => `${method} ${path}`);
  });
  expect(calls).toContain('POST /api/auth/register');
  const isRoute = (call: string) =>
    Object.values(routes).some(({ method, path }) =>
      new RegExp(`^${method} /api${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(call),
    );
  expect([...new Set(calls)].filter((call) => !isRoute(call))).toEqual([]);
});

const sectionOf = (file: string, heading: string) =>
  read(file).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

it('PostgreSQL’s next major version starts with a backup that nothing is saved after', () => {
  const steps = sectionOf('infra/UPGRADE.md', "PostgreSQL's next major version");
  const order = ['`docker compose stop app`', 'back up', '`docker compose stop backup`'].map((step) =>
    steps.indexOf(step),
  );
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

it('a swarm that was brought back has its replicas at the next deployment from the same shell', () => {
  const block = blocksOf('infra/README.md').find(
    ({ text }) => text.includes('restore --from') && text.includes('in_()'),
  );
  const docker = 'docker() { [ "$1" != stack ] || echo "${APP_REPLICAS-as .env says}"; }';
  const ran = execFileSync(
    'bash',
    ['-c', `${docker}\n${block?.text.replace('<time>', 'time')}docker stack`],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    },
  );
  expect(ran.trim().split('\n')).toEqual(['0', 'as .env says', 'as .env says']);
});

it('a new machine has the studio’s image and the stores before a backup is brought back to it', () => {
  const commands = blocksOf('infra/README.md')
    .filter(({ heading }) => heading === 'Copies in another place')
    .flatMap(({ text }) => text.trim().split('\n'));
  const fetched = commands.findIndex((command) => command.includes('offsite fetch'));
  expect(commands.slice(fetched - 2, fetched)).toEqual([
    'docker compose build app',
    'docker compose up --detach --wait postgres redis minio',
  ]);
});

it('a studio that has lost its files is paired with the new storage where it runs although no replica starts', () => {
  const commands = sectionOf('infra/README.md', 'Commands');
  expect(commands).toContain(
    'docker compose exec backup infra/studio/entrypoint.sh node backend/dist/admin/main.js pair-storage',
  );
  const [row = ''] =
    /^\| S3's volume .*$/m.exec(sectionOf('infra/README.md', 'When something is lost')) ?? [];
  const steps = ['[in `backup`](#commands) `pair-storage`', '`reconcile --from /backups/<time>`'].map(
    (step) => row.indexOf(step),
  );
  expect(steps[0]).toBeGreaterThan(0);
  expect(steps[1]).toBeGreaterThan(steps[0] ?? 0);
});
