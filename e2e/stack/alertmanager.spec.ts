import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { startMailServer } from '../../backend/test/support/mail-server.ts';
import { configureAlertmanager, provisionExporters, startAlertmanager } from './exporters.ts';
import { findProgram } from './installed.ts';
import { makeCertificate } from './network/certificate.ts';
import { provisionPrometheus, startPrometheus } from './prometheus.ts';

interface Notification {
  alerts: { status: string; labels: Record<string, string> }[];
}

const timeoutMs = 60_000;
const refusal =
  provisionPrometheus() ??
  provisionExporters() ??
  (findProgram(['openssl']) ? undefined : 'openssl is missing');
if (refusal) console.warn(`Alertmanager cannot run here: ${refusal}.`);

(refusal ? describe.skip : describe)('Alertmanager, with the settings of infra/', () => {
  it(
    'notifies operators of an alert, by email over an encrypted connection and by a webhook',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'studio-alerts-'));
      const { key, certificate } = makeCertificate(folder, ['localhost']);
      const [keyText, cert] = [key, certificate].map((file) => readFileSync(file, 'utf8')) as [
        string,
        string,
      ];
      const mail = await startMailServer({ key: keyText, cert });
      const notified: Notification[] = [];
      const webhook = createServer((request, response) => {
        const receive = async () => {
          notified.push((await json(request)) as Notification);
          response.end();
        };
        void receive();
      }).listen(0, '127.0.0.1');
      await once(webhook, 'listening');
      const { port } = webhook.address() as AddressInfo;
      const alertmanager = await startAlertmanager(
        {
          smtpUrl: mail.url,
          MAIL_FROM: 'studio@studio.example',
          ALERT_EMAIL: 'operator@studio.example',
          ALERT_WEBHOOK: `http://127.0.0.1:${port}/`,
        },
        { SSL_CERT_FILE: certificate },
      );
      // No replica is among the targets, so `NoReplicaReady` fires.
      const targets = { 'alertmanager:9093': alertmanager.target };
      const prometheus = await startPrometheus({ targets, token: 'none', atOnce: true });

      const names = () =>
        new Set(notified.flatMap(({ alerts }) => alerts.map(({ labels }) => labels['alertname'])));
      while (!names().has('NoReplicaReady')) await pause(50);
      const isMailed = () =>
        mail.received.some(
          ({ to, message }) => to[0] === 'operator@studio.example' && message.includes('NoReplicaReady'),
        );
      while (!isMailed()) await pause(50);
      expect(mail.received[0]?.from).toBe('studio@studio.example');
      // Alerts also fire for metrics that are absent.
      for (const absent of [
        'PostgresDown',
        'RedisDown',
        'CertificateUnknown',
        'NodeExporterDown',
        'BackupNever',
      ])
        while (!names().has(absent)) await pause(50);
      await prometheus.stop();
      await alertmanager.stop();
      await mail.stop();
      webhook.closeAllConnections();
      webhook.close();
      rmSync(folder, { recursive: true });
    },
    timeoutMs,
  );

  it('takes every configuration that its variables make', () => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-alerts-'));
    const to = { ALERT_EMAIL: "o'hara@studio.example", MAIL_FROM: 'studio@studio.example' };
    for (const [variables, expected] of [
      [{ smtpUrl: '' }, /- name: operators\n$/],
      [{ smtpUrl: '', ALERT_WEBHOOK: 'https://chat.example/hook?a=b&c=d' }, /url: 'https:\/\/chat/],
      [{ smtpUrl: 'smtps://u:p%40%27%25s@mail.example', ...to }, /'mail\.example:465'[^]*password: 'p@''%s'/],
      [{ smtpUrl: 'smtp://u:p@mail.example/', ...to }, /smarthost: 'mail\.example:587'/],
      [{ smtpUrl: 'smtp://relay:25', ...to }, /'relay:25'[^]*smtp_require_tls: false/],
    ] as const) {
      const configuration = configureAlertmanager(variables);
      expect(configuration).toMatch(expected);
      const file = join(folder, 'alertmanager.yml');
      writeFileSync(file, configuration);
      const checked = execFileSync('amtool', ['check-config', file], { encoding: 'utf8' });
      expect(checked).toContain('SUCCESS');
    }
    rmSync(folder, { recursive: true });
  });

  it('refuses to send email without knowing how', () => {
    expect(() => configureAlertmanager({ smtpUrl: '', ALERT_EMAIL: 'operator@studio.example' })).toThrow(
      'ALERT_EMAIL: expected MAIL_FROM and secrets/smtp_url as well.',
    );
  });
});
