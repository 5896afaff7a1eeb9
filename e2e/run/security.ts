import { type BudgetName, budgetOfRoute, budgets } from '@studio/contract/budgets';
import { limits } from '@studio/contract/limits';
import type { Route } from '@studio/contract/route';
import { type RouteName, routes } from '@studio/contract/routes';
import { testsByHardeningId, writeTests } from './named-tests.ts';

/** `docs/security.md` with its generated parts renewed: the tables of budgets and routes, and each case's tests. */
export function securityDocument(text: string): string {
  const tests = testsByHardeningId();
  const limited = withSection('routes', routesTable(), withSection('budgets', budgetsTable(), text));
  return limited.replace(
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

function budgetsTable(): string {
  const rows = Object.entries(budgets).map(
    ([name, { points, windowMs }]) => `| ${name} | ${points.toLocaleString('en')} | ${inWords(windowMs)} |`,
  );
  return ['| Budget | At most | In |', '| --- | --- | --- |', ...rows].join('\n');
}

function routesTable(): string {
  const rows = Object.entries<Route>(routes).map(([name, route]) => {
    const budget: BudgetName = budgetOfRoute[name as RouteName];
    const call = `${route.method} \`/api${route.path}\``;
    return `| ${call} | ${whoMay[route.access]} | ${bodyOf(route)} | ${budget} |`;
  });
  return ['| Call | Who | Body | Budget |', '| --- | --- | --- | --- |', ...rows].join('\n');
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

function inWords(ms: number): string {
  return ms === 86_400_000 ? 'a day' : ms === 60_000 ? 'a minute' : `${ms / 1_000} s`;
}
