import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { healthRoutes } from '@studio/contract/http/health';
import { parse, parseAllDocuments } from 'yaml';
import { checkByModel } from './kubernetes-model.ts';

const infra = fileURLToPath(new URL('../../infra', import.meta.url));
const read = (file: string) => readFileSync(`${infra}/${file}`, 'utf8');

interface Probe {
  httpGet?: { path: string; port: string };
}
interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { configMapKeyRef: { name: string; key: string } } }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop: { exec: { command: string[] } } };
  resources: { limits: { memory: string } };
  securityContext: { allowPrivilegeEscalation: boolean; capabilities: { drop: string[] } };
  volumeMounts?: { name: string; mountPath: string }[];
}
interface Pod {
  securityContext: { runAsNonRoot: boolean };
  terminationGracePeriodSeconds?: number;
  initContainers?: Container[];
  containers: Container[];
  volumes?: {
    name: string;
    configMap?: { name: string };
    secret?: { secretName: string };
    persistentVolumeClaim?: { claimName: string };
    emptyDir?: { medium?: string; sizeLimit: string };
  }[];
}
interface PodTemplate {
  metadata: { labels: { app: string } };
  spec: Pod;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  /** Absent in a namespace. */
  spec?: {
    template?: PodTemplate;
    jobTemplate?: { spec: { template: PodTemplate; podFailurePolicy?: { rules: object[] } } };
    volumeClaimTemplates?: { metadata: { name: string } }[];
    selector?: { app?: string; matchLabels?: { app: string } };
    ports?: { port: number; targetPort?: string }[];
    scaleTargetRef?: { name: string };
    minReplicas?: number;
    maxReplicas?: number;
  };
}
interface Kustomization {
  resources: string[];
  configMapGenerator: { name: string; files?: string[]; envs?: string[]; literals?: string[] }[];
  secretGenerator: { name: string; files: string[] }[];
  images: { name: string }[];
}
interface Compose {
  services: Record<
    string,
    {
      image: string;
      environment?: Record<string, string>;
      volumes?: string[];
      tmpfs?: string[];
      stop_grace_period?: string;
      deploy: { resources: { limits: { memory: string } } };
    }
  >;
}

const kustomization = parse(read('kustomization.yaml')) as Kustomization;
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
const { services } = parse(read('compose.yml'), { merge: true }) as Compose;
const settings = new Set(
  [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
);
const defaults = new Set(
  kustomization.configMapGenerator
    .flatMap(({ literals = [] }) => literals)
    .map((literal) => literal.split('=', 1)[0]),
);

const pods = manifests.flatMap(({ metadata: { name }, spec }) => {
  const template = spec?.template ?? spec?.jobTemplate?.spec.template;
  const claims = (spec?.volumeClaimTemplates ?? []).map((claim) => claim.metadata.name);
  return template ? [{ name, claims, ...template }] : [];
});
const containersOf = ({ spec }: PodTemplate) => [...(spec.initContainers ?? []), ...spec.containers];
const containers = pods.flatMap((pod) =>
  containersOf(pod).map((container) => ({ where: `${pod.name} ${container.name}`, pod, container })),
);
const podOf = (name: string) => {
  const found = pods.find((pod) => pod.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const filesOf = (files: readonly string[]) => files.map((file) => file.split('=', 1)[0] ?? '');

describe('infra/kustomization.yaml', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s is what the API of Kubernetes takes',
    (_name, manifest) => checkByModel(manifest),
  );

  it('has every manifest, the files that are there, and the secrets that secrets.sh makes', () => {
    expect(kustomization.resources.toSorted()).toEqual(
      globSync('kubernetes/*.yaml', { cwd: infra }).toSorted(),
    );
    const made = [...read('secrets.sh').matchAll(/^write (\w+)/gm)].map(([, name]) => `secrets/${name}`);
    for (const { files = [] } of kustomization.configMapGenerator)
      for (const file of files) expect([file, existsSync(`${infra}/${file}`)]).toEqual([file, true]);
    const secrets = kustomization.secretGenerator.flatMap(({ files }) => files);
    expect(secrets.filter((file) => !made.includes(file))).toEqual(['certificate=secrets/certificate.pem']);
  });

  it('gives each container what it asks for: settings, files, secrets, volumes', () => {
    const configs = new Map(kustomization.configMapGenerator.map((one) => [one.name, one]));
    const secrets = new Map(kustomization.secretGenerator.map((one) => [one.name, one]));
    const claims = named('PersistentVolumeClaim').map(({ metadata }) => metadata.name);
    for (const { where, pod, container } of containers) {
      for (const { configMapRef } of container.envFrom ?? [])
        expect([where, configs.has(configMapRef.name)]).toEqual([where, true]);
      for (const { valueFrom } of container.env ?? [])
        if (valueFrom) expect([where, settings.has(valueFrom.configMapKeyRef.key)]).toEqual([where, true]);
      const volumes = new Map((pod.spec.volumes ?? []).map((volume) => [volume.name, volume]));
      const there = (container.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
        const volume = volumes.get(name);
        if (pod.claims.includes(name)) return [];
        expect([where, name, volume !== undefined]).toEqual([where, name, true]);
        const { configMap, secret, persistentVolumeClaim: claim } = volume ?? { name };
        if (claim) expect(claims).toContain(claim.claimName);
        const held = configMap ? configs.get(configMap.name) : secret && secrets.get(secret.secretName);
        if (configMap ?? secret) expect([where, name, held !== undefined]).toEqual([where, name, true]);
        return (held?.files ?? []).map((file) => `${mountPath}/${basename(filesOf([file])[0] ?? '')}`);
      });
      const words = [...(container.command ?? []), ...(container.env ?? []).map(({ value = '' }) => value)];
      const asked = words.join(' ').match(/\/(run\/secrets|scripts|settings)\/[\w.-]+/g) ?? [];
      expect([where, asked.filter((path) => !there.includes(path))]).toEqual([where, []]);
    }
  });

  it('runs the images of Compose, each by its digest', () => {
    const images = new Set(Object.values(services).map(({ image }) => image));
    const built = kustomization.images.map(({ name }) => name);
    for (const { where, container } of containers)
      expect([where, images.has(container.image) || built.includes(container.image)]).toEqual([where, true]);
    for (const image of built) expect([...images].join()).toContain(`:-${image}:`);
  });

  it('gives the studio the variables of Compose, from the same settings and secrets', () => {
    const [app] = podOf('app').spec.containers;
    const given = new Map((app?.env ?? []).map(({ name, value }) => [name, value]));
    for (const [name, value] of Object.entries(services['app']?.environment ?? {})) {
      if (!given.has(name)) {
        expect([name, defaults.has(name) || settings.has(name)]).toEqual([name, true]);
        continue;
      }
      // ${APP_HOST:?…} of Compose is $(APP_HOST) in Kubernetes.
      expect(given.get(name)).toBe(value.replaceAll(/\$\{(\w+)[^}]*\}/g, '$($1)'));
    }
    const [backup] = podOf('backup').spec.initContainers ?? [];
    // A backup unpacks no packages.
    expect(backup?.env).toEqual(app?.env?.filter(({ name }) => name !== 'DATA_DIR'));
  });

  it('does not repeat a backup that the storage has lost files of', () => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-kubernetes-'));
    const ended = join(folder, 'ended');
    const [offsite] = podOf('backup').spec.containers;
    const [shell = '', ...words] = (offsite?.command ?? []).map((word) =>
      word.replaceAll('/tmp/ended', ended),
    );
    const run = () => spawnSync(shell, words, { env: { PATH: process.env['PATH'] } }).status;
    expect(run()).toBe(0);
    writeFileSync(ended, '3');
    const values = [run()];
    rmSync(folder, { recursive: true });
    const job = named('CronJob').find(({ metadata }) => metadata.name === 'backup')?.spec?.jobTemplate?.spec;
    expect(job?.podFailurePolicy?.rules).toEqual([
      { action: 'FailJob', onExitCodes: { containerName: offsite?.name, operator: 'In', values } },
    ]);
  });

  it('has no exporters, so the README names each alert that comes where one says nothing', () => {
    const { groups } = parse(read('prometheus/alerts.yml')) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const chapter = read('README.md').split('\n## On Kubernetes\n')[1]?.split('\n## ')[0] ?? '';
    const [, named = ''] = /`prometheus\/alerts\.yml` without ([^:]+):/.exec(chapter) ?? [];
    const absent = groups
      .flatMap(({ rules }) => rules)
      .filter(({ expr }) => expr.includes('absent('))
      .map(({ alert }) => alert);
    expect(named.match(/\b[A-Z]\w+/g)?.toSorted()).toEqual(absent.toSorted());
  });

  it('limits memory as Compose does', () => {
    for (const name of ['app', 'proxy', 'postgres', 'redis', 'minio'])
      expect([name, podOf(name).spec.containers[0]?.resources.limits.memory]).toEqual([
        name,
        services[name]?.deploy.resources.limits.memory.toUpperCase().replace(/G$/, 'Gi'),
      ]);
  });

  it('keeps unpacked packages on a disk, as Compose does, with room for as many as the studio keeps', () => {
    const { environment, volumes = [], tmpfs = [] } = services['app'] ?? {};
    const folder = environment?.['DATA_DIR'] ?? '';
    expect([volumes, tmpfs]).toEqual([[`packages:${folder}`], ['/tmp']]);
    const { containers, volumes: ofPod = [] } = podOf('app').spec;
    const mounted = containers[0]?.volumeMounts?.find(({ mountPath }) => mountPath === folder)?.name;
    const { emptyDir } = ofPod.find(({ name }) => name === mounted) ?? {};
    const service = readFileSync(`${infra}/../backend/src/features/packages/packages.service.ts`, 'utf8');
    const kept = Number(/localBytes = (\d+) \* 1_024 \* 1_048_576;/.exec(service)?.[1]);
    expect(emptyDir).toEqual({ sizeLimit: expect.stringMatching(/^\d+Gi$/) });
    expect(Number.parseInt(emptyDir?.sizeLimit ?? '', 10)).toBeGreaterThan(kept);
  });

  it('leads each service to ports that its containers open', () => {
    const opened = named('Service').flatMap(({ metadata, spec }) => {
      const pod = pods.find(({ metadata: { labels } }) => labels.app === spec?.selector?.app);
      const ports = (pod?.spec.containers ?? []).flatMap(({ ports: own = [] }) => own);
      return (spec?.ports ?? []).map(({ port, targetPort }) => {
        const at = ports.find((one) => (targetPort ? one.name === targetPort : one.containerPort === port));
        return `${metadata.name} ${port} ${at?.containerPort}`;
      });
    });
    expect(opened).toEqual([
      'proxy 80 8080',
      'proxy 443 8443',
      'app 3000 3000',
      'app 3001 3001',
      'postgres 5432 5432',
      'redis 6379 6379',
      'minio 9000 9000',
    ]);
  });

  it('probes routes that exist', () => {
    const routes = Object.values(healthRoutes).map(({ path }) => `app /api${path}`);
    expect(read('haproxy.cfg')).toContain('monitor-uri /live\n');
    const known = [...routes, 'proxy /live', 'minio /minio/health/ready', 'minio /minio/health/live'];
    for (const { where, container } of containers)
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
        if (probe?.httpGet) {
          expect(known).toContain(`${where.split(' ', 1)[0]} ${probe.httpGet.path}`);
          expect(container.ports?.map(({ name }) => name)).toContain(probe.httpGet.port);
        }
    const [app] = podOf('app').spec.containers;
    expect(app).toMatchObject({
      livenessProbe: { httpGet: { path: '/api/health/live' } },
      readinessProbe: { httpGet: { path: '/api/health/ready' } },
    });
  });

  it('gives each as long to stop as Compose does, plus the time of its preStop', () => {
    for (const name of ['app', 'proxy', 'postgres', 'redis', 'minio']) {
      const { terminationGracePeriodSeconds: seconds, containers: all } = podOf(name).spec;
      const waits = Number(all[0]?.lifecycle?.preStop.exec.command[1] ?? 0);
      const grace = services[name]?.stop_grace_period;
      expect([name, `${(seconds ?? 30) - waits}s`]).toEqual([name, grace]);
    }
  });

  it('keeps replicas at every disruption, and never more than proxy and PostgreSQL take', () => {
    const budgets = named('PodDisruptionBudget').map(({ spec }) => spec?.selector?.matchLabels?.app ?? '');
    expect(budgets.toSorted()).toEqual(['app', 'proxy']);
    const [scaler] = named('HorizontalPodAutoscaler');
    expect(scaler?.spec?.scaleTargetRef?.name).toBe('app');
    expect(scaler?.spec?.minReplicas).toBeGreaterThan(1);
    const most = (scaler?.spec?.maxReplicas ?? 0) + 1;
    expect(most).toBeLessThanOrEqual(Number(/server-template app- (\d+)/.exec(read('haproxy.cfg'))?.[1]));
    const connections = /max_connections=(\d+)/.exec(read('kubernetes/postgres.yaml'))?.[1];
    // Ten for calls; the others for housekeeping, and for npm packages that are fetched or built.
    expect(most * 20).toBeLessThan(Number(connections));
  });

  it('gives no container more rights than it needs', () => {
    for (const { where, pod, container } of containers)
      expect([where, pod.spec.securityContext.runAsNonRoot, container.securityContext]).toEqual([
        where,
        true,
        expect.objectContaining({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }),
      ]);
  });
});
