import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changedSpecs } from './changed-specs.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'studio-specs-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: folder });

test('a change affects the chosen specs that import what has changed, and no others', async () => {
  write('package.json', '{ "jest": {} }');
  for (const [spec, imported] of [
    ['disk', 'store'],
    ['disk-at-night', 'store'],
    ['mail', 'store'],
    ['page', 'page'],
  ]) {
    write(`${imported}.js`, '');
    write(`${spec}.spec.js`, `require('./${imported}.js')`);
  }
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'before');
  write('store.js', 'exports.changed = true');
  const chosen = await changedSpecs(folder, 'HEAD', { only: ['disk', 'page'], without: ['at-night'] });
  expect(chosen).toEqual([path.join(folder, 'disk.spec.js')]);
});
