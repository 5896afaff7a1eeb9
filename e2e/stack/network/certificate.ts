import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of PEM files. The certificate is self-signed: clients have to trust the certificate itself. */
export interface Certificate {
  certificate: string;
  key: string;
  /** One file with the certificate, then the key. */
  both: string;
}

/** Makes a certificate for these names and 127.0.0.1, valid for two days. */
export function makeCertificate(folder: string, names: string[]): Certificate {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const all = `subjectAltName=IP:127.0.0.1,${names.map((name) => `DNS:${name}`).join()}`;
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files, '-subj', '/CN=localhost', '-addext', all], {
    stdio: 'ignore',
  });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  return { certificate, key, both };
}
