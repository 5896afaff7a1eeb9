import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures/test.ts';
import { figuresRead, hasFigure } from '../stack/figures.ts';

const backupScript = readFileSync(new URL('../../infra/studio/backup.sh', import.meta.url), 'utf8');

test('every figure that an alert or the dashboard reads is one that the studio or its backups write', async ({
  studio,
}) => {
  const page = await (await fetch(`${studio.url}/api/metrics`)).text();
  const read = ['studio', 'nodejs', 'process'].flatMap(figuresRead);
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !hasFigure(page, name) && !backupScript.includes(`'${name} `))).toEqual([]);
});
