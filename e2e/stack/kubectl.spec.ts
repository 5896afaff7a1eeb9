import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { findProgram } from './installed.ts';
import { checkByModel } from './kubernetes-model.ts';
import { makeCertificate } from './network/certificate.ts';

const infra = fileURLToPath(new URL('../../infra', import.meta.url));
const refusal = findProgram(['kubectl']) && findProgram(['openssl']) ? undefined : 'kubectl is missing';
if (refusal) console.warn(`The manifests cannot be rendered here: ${refusal}.`);

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Record<string, string>;
  spec?: { jobTemplate?: { spec: JobSpec } };
}

interface JobSpec {
  template: { spec: { initContainers: { args: string[] }[]; containers: { command: string[] }[] } };
}

/** Renders `infra/` like an operator, with settings, secrets, a certificate, and an overlay that names the images. */
(refusal ? describe.skip : describe)('kubectl kustomize', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-kubernetes-'));
  const here = (name: string) => join(folder, 'infra', name);
  const render = (part: string) =>
    parseAllDocuments(execFileSync('kubectl', ['kustomize', join(folder, part)], { encoding: 'utf8' })).map(
      (document) => document.toJS() as Manifest,
    );
  let manifests: Manifest[];
  beforeAll(() => {
    // Without the settings and secrets that a developer may have in this checkout.
    cpSync(infra, here(''), { recursive: true, filter: (file) => !/\/infra\/(secrets|\.env)$/.test(file) });
    writeFileSync(
      here('.env'),
      readFileSync(here('.env.example'), 'utf8')
        .replace(/^APP_HOST=/m, '$&studio.test')
        .replace(/^SANDBOX_DOMAIN=/m, '$&usercontent.test')
        .replace(/^ADMIN_EMAIL=/m, '$&admin@studio.test'),
    );
    appendFileSync(here('.env'), 'ALERT_WEBHOOK=https://chat.test/hook?a=b&c=$d<e>\n');
    execFileSync(here('secrets.sh'), { stdio: 'pipe' });
    const pem = makeCertificate(folder, ['studio.test', 'usercontent.test', '*.usercontent.test']);
    writeFileSync(
      here('secrets/certificate.pem'),
      [pem.certificate, pem.key].map((file) => readFileSync(file, 'utf8')).join(''),
    );
    execFileSync(here('check.sh'), ['kubernetes'], { stdio: 'pipe' });
    mkdirSync(join(folder, 'ours'));
    const images = ['codestudio', 'codestudio-minio'].map(
      (name) => `  - { name: ${name}, newName: registry.test/${name}, newTag: "1" }\n`,
    );
    writeFileSync(
      join(folder, 'ours/kustomization.yaml'),
      `resources: [../infra]\nimages:\n${images.join('')}`,
    );
    manifests = render('ours');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const named = (kind: string, name: string) =>
    manifests.find((one) => one.kind === kind && one.metadata.name.startsWith(name));

  it('makes what the API of Kubernetes takes, in the namespace of the studio', async () => {
    expect(manifests.length).toBeGreaterThan(30);
    for (const rendered of manifests) {
      // Long secrets are wrapped into lines, which the API accepts but the models' pattern does not.
      const manifest = JSON.parse(
        JSON.stringify(rendered).replaceAll('\\n', rendered.kind === 'Secret' ? '' : '$&'),
      ) as Manifest;
      await checkByModel(manifest);
      if (manifest.kind !== 'Namespace') expect(manifest.metadata.namespace).toBe('codestudio');
    }
  });

  it('leads every mention of settings, files and secrets to one that it has made', () => {
    const made = new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    const asked: string[] = [];
    JSON.stringify(manifests, (key, value: unknown) => {
      const { name, secretName } = (value ?? {}) as { name?: string; secretName?: string };
      if (key.startsWith('configMap')) asked.push(`ConfigMap ${name}`);
      if (key === 'secret' || key === 'secretRef') asked.push(`Secret ${secretName ?? name}`);
      return value;
    });
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((one) => !made.has(one))).toEqual([]);
  });

  it('hands settings on as they stand in .env, and secrets as they are', () => {
    expect(named('ConfigMap', 'settings-')?.data).toEqual({
      APP_HOST: 'studio.test',
      SANDBOX_DOMAIN: 'usercontent.test',
      ADMIN_EMAIL: 'admin@studio.test',
      ALERT_WEBHOOK: 'https://chat.test/hook?a=b&c=$d<e>',
    });
    const { jwt_secret: secret = '' } = named('Secret', 'studio-')?.data ?? {};
    expect(Buffer.from(secret, 'base64').toString()).toBe(readFileSync(here('secrets/jwt_secret'), 'utf8'));
  });

  it('takes every image from where the overlay says, else by its digest', () => {
    const images = JSON.stringify(manifests).match(/"image":"[^"]+"/g) ?? [];
    expect(images.length).toBeGreaterThan(5);
    expect(
      images.filter((image) => !/registry\.test\/codestudio(-minio)?:1"|@sha256:\w{64}"/.test(image)),
    ).toEqual([]);
  });

  it('makes the job that restores a backup of the one that makes them, by the commands of the README', () => {
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'restore' } };
    const { spec } = named('CronJob', 'backup')?.spec?.jobTemplate ?? {};
    writeFileSync(join(folder, 'job.json'), JSON.stringify({ ...job, spec }));
    const block = execFileSync(here('runbook.sh'), ['README.md', 'On Kubernetes', '3'], { encoding: 'utf8' });
    const [commands = ''] = /^kubectl [^\n]+ create job .+? kubectl create --filename -$/ms.exec(block) ?? [];
    // A cluster gives the job and takes it.
    const cluster = `kubectl() {
      case "$*" in
        *'create job restore --from cronjob/backup '*) cat job.json ;;
        'create --filename -') cat ;;
        *) command kubectl "$@" ;;
      esac
    }`;
    const made = execFileSync('bash', ['-c', `${cluster}\n${commands}`], { cwd: folder, encoding: 'utf8' });
    const { initContainers, containers } = (JSON.parse(made) as { spec: JobSpec }).spec.template.spec;
    const restore = 'node backend/dist/admin/main.js restore --from /backups/<time>'.split(' ');
    expect(initContainers).toEqual([{ ...spec?.template.spec.initContainers[0], args: restore }]);
    expect(containers.map(({ command }) => command)).toEqual([['true']]);
  });

  it('replaces what reads a secret that has changed, and nothing else', () => {
    const texts = () =>
      new Map(render('ours').map((one) => [`${one.kind} ${one.metadata.name}`, JSON.stringify(one)]));
    const before = texts();
    writeFileSync(here('secrets/redis_password'), 'another password');
    const changed = [...texts()].filter(([name, text]) => before.get(name) !== text).map(([name]) => name);
    expect(changed.map((name) => name.replace(/-[0-9a-z]{10}$/, ''))).toEqual([
      'Secret redis',
      'StatefulSet redis',
    ]);
  });
});
