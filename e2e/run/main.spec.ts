import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The modules, outside our own files, that a file imports statically, directly or not. */
function importsOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imported = [
    ...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'/gm),
  ];
  return imported.flatMap(([, name = '']) =>
    name.startsWith('.') ? importsOf(path.resolve(path.dirname(file), name), seen) : [name],
  );
}

test('npm test can be started where nothing is built yet', () => {
  const imports = importsOf(path.join(import.meta.dirname, 'main.ts'));
  expect(imports).toContain('node:util');
  expect(imports.filter((name) => name.startsWith('@studio/'))).toEqual([]);
});

test('npm test since a commit that the clone lacks ends with one line', () => {
  const main = path.join(import.meta.dirname, 'main.ts');
  const run = spawnSync(process.execPath, [main, '--since', 'nowhere'], { encoding: 'utf8' });
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(/^--since: this clone has no commit "nowhere"\. .*\n$/);
});
