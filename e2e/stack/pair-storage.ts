import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../backend/dist/admin/main.js', import.meta.url));

/**
 * What an operator does who wants a database to use another storage: a studio is not started on two that do not belong
 * together. `variables` are those of the studio.
 */
export function pairStorage(variables: Record<string, string>): void {
  const env = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...variables };
  execFileSync(process.execPath, [entry, 'pair-storage'], { env, stdio: 'pipe' });
}
