import { expect, test } from '../../fixtures/test.ts';
import { keptWalks } from '../../walk/seeds.ts';
import { walk } from '../../walk/walk.ts';

for (const { seed, steps } of keptWalks)
  test(`a random walk through two tabs and two accounts loses, doubles and mixes up no text (seed ${seed})`, {
    tag: '@nightly',
  }, async ({ studio, browser }) => {
    const lines: string[] = [];
    const findings = await walk(browser, studio, { seed, steps }, (line) => lines.push(line));
    expect(findings, lines.join('\n')).toEqual([]);
  });
