import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import type { Difference } from './compare.ts';
import { reasonFor } from './intended.ts';
import type { Pen } from './pens.ts';
import { placeNames } from './places.ts';

/** `9 of 10 pens are the same everywhere; …`. */
export function summary(pens: readonly Pen[], differences: readonly Difference[]): string {
  const unintended = differences.filter((difference) => !reasonFor(difference));
  const same = pens.length - new Set(unintended.map(({ pen }) => pen)).size;
  return `${same} of ${pens.length} pens are the same everywhere; ${unintended.length} differences, and ${differences.length - unintended.length} intended ones`;
}

/** The report: the share of each place, and every difference by name. */
export function fidelityDocument(
  pens: readonly Pen[],
  differences: readonly Difference[],
  { seconds, browser }: { seconds: number; browser: string },
): string {
  const unintended = differences.filter((difference) => !reasonFor(difference));
  const shares = placeNames.map((place) => {
    const count = (found: readonly Difference[]) =>
      new Set(found.filter((difference) => difference.place === place).map(({ pen }) => pen)).size;
    const same = pens.length - count(unintended);
    return `| ${place} | ${same} of ${pens.length} | ${((same / pens.length) * 100).toFixed(1)} % | ${count(differences) - count(unintended)} |`;
  });
  const groups = Object.entries(Object.groupBy(pens, ({ group }) => group));
  return `# Fidelity

Written by \`npm run fidelity\`: small projects, each as a bare page, which a browser opens without a studio, and in every place where the studio shows or exports it. Compared are the order of events, the console, the DOM and the pixels (800 × 600). The pens are in [e2e/fidelity/pens](../e2e/fidelity/pens) and [e2e/corpus](../e2e/corpus).

- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}
- Node ${process.version}, Chromium ${browser}, ${seconds} s

**${summary(pens, differences)}.**

| Place | The same | Share | Different on purpose |
|---|---|---|---|
${shares.join('\n')}

## Differences

${listOf(unintended, ({ detail }) => detail)}

## Intended differences

${listOf(
  differences.filter((difference) => reasonFor(difference)),
  (difference) => reasonFor(difference) ?? '',
)}

## Pens

| Group | Pens |
|---|---|
${groups.map(([group, members = []]) => `| ${group} | ${members.length} |`).join('\n')}
`;
}

function listOf(differences: readonly Difference[], explain: (difference: Difference) => string): string {
  if (differences.length === 0) return 'None.';
  const lines = differences.map((difference) => {
    const { pen, place, aspect } = difference;
    return `| ${pen} | ${place} | ${aspect} | ${escapeCell(explain(difference))} |`;
  });
  return ['| Pen | Place | What | |', '|---|---|---|---|', ...lines.toSorted()].join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').slice(0, 200);
}
