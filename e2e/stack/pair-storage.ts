import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../backend/dist/admin/main.js', import.meta.url));

/**
 * Pairs a database with another storage, as an operator does: a studio refuses to start on two that do not belong
 * together. `variables`: those of the studio.
 */
export function pairStorage(variables: Record<string, string>): void {
  const env = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...variables };
  execFileSync(process.execPath, [entry, 'pair-storage'], { env, stdio: 'pipe' });
}
