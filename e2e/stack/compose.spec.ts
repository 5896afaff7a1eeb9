import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { provisionCompose, readCompose } from './compose.ts';

const needed = {
  APP_HOST: 'studio.test',
  SANDBOX_DOMAIN: 'usercontent.test',
  ADMIN_EMAIL: 'admin@studio.test',
};
const infra = copyOfInfra();
afterAll(infra.remove);
const refusal = provisionCompose();
if (refusal) console.warn(`The compose files cannot be checked here: ${refusal}.`);

(refusal ? describe.skip : describe)('the compose files', () => {
  const readings = refusal
    ? {}
    : {
        'on one host': readCompose(needed, 'compose.yml'),
        'in a swarm': readCompose({ ...needed, ...infra.versions() }, 'compose.yml', 'stack.yml'),
      };

  it('are refused where a variable is missing that has no default', () => {
    expect(() => readCompose({ ...needed, ADMIN_EMAIL: '' }, 'compose.yml')).toThrow(
      'Missing mandatory value',
    );
  }, 30_000);

  describe.each(Object.entries(readings))('%s', (_where, { services, configs, secrets }) => {
    const each = Object.entries(services);

    it('name an exact image for every service', () => {
      for (const [name, { image }] of each)
        expect([name, image]).toEqual([
          name,
          expect.stringMatching(/:v?\d+\.\d+\S*@sha256:[0-9a-f]{64}$|:(RELEASE|local)/),
        ]);
    });

    it('limit the memory and the rights of every service', () => {
      for (const [name, { deploy, cap_drop: dropped }] of each)
        expect([name, deploy.resources.limits.memory, dropped]).toEqual([name, expect.any(String), ['ALL']]);
    });

    it('run the studio with a file system that it cannot write to', () => {
      for (const name of ['app', 'backup', 'proxy', 'redis']) expect(services[name]?.read_only).toBe(true);
    });

    it('open the proxy’s ports to the world, and none of the stores’', () => {
      const opened = each.flatMap(([name, { ports = [] }]) =>
        ports.map(({ published }) => `${name} ${published}`),
      );
      expect(opened.filter((port) => !port.startsWith('grafana'))).toEqual(['proxy 80', 'proxy 443']);
    });

    it('hand every secret over as a file', () => {
      const secret = /SECRET|PASSWORD|TOKEN|KEY|DATABASE_URL|REDIS_URL/;
      for (const [name, { environment = {} }] of each)
        for (const [variable, value] of Object.entries(environment))
          if (secret.test(variable))
            expect(`${name} ${variable} ${value}`).toMatch(/_FILE \/run\/secrets\/\w+$/);
    });

    it('name configurations that are there, and secrets that secrets.sh makes', () => {
      for (const { file } of Object.values(configs)) expect([file, existsSync(file)]).toEqual([file, true]);
      const script = readFileSync(new URL('../../infra/secrets.sh', import.meta.url), 'utf8');
      const made = [...script.matchAll(/^write (\w+)/gm)].map(([, name]) => name);
      expect(new Set(Object.keys(secrets))).toEqual(new Set([...made, 'certificate']));
    });
  });

  it('in a swarm replace the studio’s replicas one by one, the new one first, and go back where it does not come up', () => {
    const { app } = readings['in a swarm']?.services ?? {};
    expect(app?.deploy).toMatchObject({
      endpoint_mode: 'dnsrr',
      replicas: 3,
      update_config: { order: 'start-first', failure_action: 'rollback' },
    });
  });

  it('in a swarm rename only changed files, so that only the services that read them are replaced', () => {
    const named = () => {
      const { secrets, configs } = readCompose(
        { ...needed, ...infra.versions() },
        'compose.yml',
        'stack.yml',
      );
      return new Map(
        [...Object.values(secrets), ...Object.values(configs)].map((one) => [one.file, one.name]),
      );
    };
    const before = named();
    infra.write('secrets/certificate.pem', 'renewed');
    infra.write('haproxy.cfg', 'rewritten');
    const changed = [...named()]
      .filter(([file, name]) => before.get(file) !== name)
      .map(([file]) => basename(file));
    expect(changed.toSorted()).toEqual(['certificate.pem', 'haproxy.cfg']);
  });

  it('in a swarm encrypt what goes from machine to machine: passwords and people’s work', () => {
    const { networks = {} } = readings['in a swarm'] ?? {};
    for (const name of ['front', 'back'])
      expect([name, networks[name]?.driver_opts]).toEqual([name, { encrypted: '' }]);
  });

  it('behind a proxy of one’s own start none, open the app to this machine alone, and trust nobody else’s addresses', () => {
    const { services, networks } = readCompose(needed, 'compose.yml', 'behind-proxy.yml');
    expect(services['proxy']?.deploy.replicas).toBe(0);
    const ports = JSON.stringify(services['app']?.ports);
    expect(ports.match(/127\.0\.0\.1:300[01]/g)).toEqual(['127.0.0.1:3000', '127.0.0.1:3001']);
    // With BACK_INTERNAL=false both lead outside, and the ports are those of one of them.
    const gateways = ['entry', 'back'].map((name) => networks[name]?.ipam?.config[0]?.gateway);
    expect(services['app']?.environment?.['TRUSTED_PROXIES']).toBe(gateways.join());
  });

  it('with SeaweedFS give the studio its gateway, which alone reaches what is stored, and start no MinIO', () => {
    const { services } = readCompose(needed, 'compose.yml', 'seaweedfs.yml');
    for (const name of ['app', 'backup'])
      expect(services[name]?.environment?.['S3_ENDPOINT']).toBe('http://seaweedfs:8333');
    expect(services['minio']?.deploy.replicas).toBe(0);
    const networksOf = (name: string) => Object.keys(services[name]?.networks ?? {}).toSorted();
    expect([networksOf('seaweedfs-store'), networksOf('seaweedfs')]).toEqual([
      ['objects'],
      ['back', 'objects'],
    ]);
    expect(
      Object.keys(services)
        .filter((name) => networksOf(name).includes('objects'))
        .toSorted(),
    ).toEqual(['seaweedfs', 'seaweedfs-store']);
    for (const name of ['seaweedfs', 'seaweedfs-store'])
      expect(services[name]).toMatchObject({
        image: expect.stringMatching(/:\d+\.\d+@sha256:[0-9a-f]{64}$/),
        cap_drop: ['ALL'],
        read_only: true,
        deploy: { resources: { limits: { memory: expect.any(String) } } },
      });
  });

  it('on one host start as many replicas as .env says, and one unless it does', () => {
    const replicas = (variables: object, ...others: string[]) =>
      readCompose({ ...needed, ...variables }, 'compose.yml', ...others).services['app']?.deploy.replicas;
    expect(replicas({})).toBe(1);
    expect(replicas({ APP_REPLICAS: '3' })).toBe(3);
    // Its ports are those of the machine.
    expect(replicas({ APP_REPLICAS: '3' }, 'behind-proxy.yml')).toBe(1);
  });

  it('with stores elsewhere start none of our own, and nothing that archives them', () => {
    for (const [variables, ...files] of [
      [needed, 'compose.yml'],
      [{ ...needed, ...infra.versions() }, 'compose.yml', 'stack.yml'],
    ] as const) {
      const { services } = readCompose(variables, ...files, 'stores-elsewhere.yml');
      const off = Object.keys(services).filter((name) => services[name]?.deploy.replicas === 0);
      expect(off.toSorted()).toEqual(['minio', 'offsite-archive', 'postgres', 'postgres-archive', 'redis']);
    }
  });

  it('in a swarm start no replica while a backup is brought back', () => {
    const none = readCompose(
      { ...needed, ...infra.versions(), APP_REPLICAS: '0' },
      'compose.yml',
      'stack.yml',
    );
    expect(none.services['app']?.deploy.replicas).toBe(0);
  });
});

it('the README explains every alert', () => {
  const read = (name: string) => readFileSync(new URL(`../../infra/${name}`, import.meta.url), 'utf8');
  const alerts = [...read('prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  const chapter = read('README.md').split('\n## Alerts\n')[1] ?? '';
  expect(alerts.length).toBeGreaterThan(5);
  expect(alerts.filter((name) => !chapter.includes(name))).toEqual([]);
});

it('Redis never makes room by forgetting sessions, and keeps them over a restart', () => {
  const settings = readFileSync(new URL('../../infra/redis.conf', import.meta.url), 'utf8');
  expect(settings).toMatch(/^maxmemory-policy noeviction$/m);
  expect(settings).toMatch(/^appendonly yes$/m);
});

/** A copy of `infra/` after its scripts have run. */
function copyOfInfra() {
  const folder = mkdtempSync(join(tmpdir(), 'studio-infra-'));
  cpSync(fileURLToPath(new URL('../../infra', import.meta.url)), folder, {
    recursive: true,
    filter: (path) => basename(path) !== 'secrets',
  });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  execFileSync(join(folder, 'secrets.sh'));
  write('secrets/certificate.pem', 'first');
  return {
    write,
    versions: () =>
      parseEnv(execFileSync(join(folder, 'versions.sh'), { encoding: 'utf8' })) as Record<string, string>,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
