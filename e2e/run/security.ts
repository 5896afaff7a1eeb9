import { limits } from '@studio/contract/limits';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import { testsByHardeningId, writeTests } from './named-tests.ts';

/** `docs/security.md` with its generated parts anew: the table of routes, and the tests of each case. */
export function securityDocument(text: string): string {
  const tests = testsByHardeningId();
  return withSection('routes', routesTable(), text).replace(
    /^\| (H\d\d) \| (.+?) \|.*\|$/gm,
    (_, id: string, clause: string) => `| ${id} | ${clause} | ${writeTests(tests.get(id) ?? [])} |`,
  );
}

function withSection(name: string, content: string, text: string): string {
  const [before, rest] = text.split(`<!-- ${name} -->`);
  const after = rest?.split(`<!-- /${name} -->`)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/security.md has no ${name}.`);
  return `${before}<!-- ${name} -->\n\n${content}\n\n<!-- /${name} -->${after}`;
}

function routesTable(): string {
  const rows = Object.values<Route>(routes).map(
    (route) => `| ${route.method} \`/api${route.path}\` | ${whoMay[route.access]} | ${bodyOf(route)} |`,
  );
  return ['| Call | Who | Body |', '| --- | --- | --- |', ...rows].join('\n');
}

const whoMay = {
  none: 'anybody; no token is read',
  optional: 'anybody',
  required: 'with a session',
  admin: 'admins',
};

function bodyOf({ body, file, path }: Route): string {
  if (file !== undefined) return inBytes(limits.assetBytes);
  if (!body) return '—';
  return inBytes(/^\/projects(\/[^/]+)?$/.test(path) ? limits.projectBodyBytes : limits.bodyBytes);
}

function inBytes(bytes: number): string {
  return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${bytes / 1_024} KiB`;
}
