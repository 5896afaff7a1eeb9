import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { nameOfState } from '../run/code-state.ts';
import { aspects, type Difference, intendedDifferences, reasonFor } from './intended.ts';
import type { Pen } from './pens.ts';
import { placeNames } from './places.ts';
import type { PenResult } from './run-pens.ts';

interface Circumstances {
  seconds: number;
  /** The name of the code state that was compared. */
  state: string;
  /** The version of the browser. */
  browser: string;
}

/** `8 of 10 pens are the same everywhere, 2 differ as intended, …`, and whether there are only intended differences. */
export function summaryOf(
  pens: readonly Pen[],
  results: readonly PenResult[],
): { text: string; isClean: boolean } {
  const { intended, unintended } = divided(results);
  const faulty = titlesIn(unintended).size;
  const same = pens.length - titlesIn([...intended, ...unintended]).size;
  const text = `${same} of ${pens.length} pens are the same everywhere, ${pens.length - same - faulty} differ only as intended, and ${faulty} otherwise`;
  return { text, isClean: faulty === 0 };
}

/** The report: the share of equal pens per place and aspect, all differences, and the reasons of intended ones. */
export function fidelityDocument(
  pens: readonly Pen[],
  results: readonly PenResult[],
  { seconds, state, browser }: Circumstances,
): string {
  const { intended, unintended } = divided(results);
  const share = (name: string, isMeant: (difference: Difference) => boolean) => {
    const faulty = titlesIn(unintended.filter(isMeant)).size;
    const same = pens.length - titlesIn([...intended, ...unintended].filter(isMeant)).size;
    const percent = (1 - faulty / pens.length) * 100;
    return `| ${name} | ${same} | ${pens.length - same - faulty} | ${faulty} | ${percent.toFixed(1)} % |`;
  };
  const byPlace = placeNames.map((name) => share(name, ({ place }) => place === name));
  const byAspect = aspects.map((name) => share(name, ({ aspect }) => aspect === name));
  const groups = Object.entries(Object.groupBy(pens, ({ group }) => group));
  const own = pens.filter(({ group }) => group !== 'corpus').length;
  return `# Fidelity

Written by \`npm run fidelity\`: ${own} small pens ([e2e/fidelity/pens](../e2e/fidelity/pens)) and the ${pens.length - own} projects of [e2e/corpus](../e2e/corpus), each as a bare page, which a browser opens without a studio, and in every place where the studio shows or exports it. Compared are the order of events, the messages of all uncaught errors with the reasons of all unhandled rejections (\`errors\`), the console, the DOM and the pixels (800 × 600). The places:

- preview: beside the editors
- full screen: \`/preview/{id}\`
- embed: \`/embed/{id}\`, without its two links
- standalone: \`standalone.html\` of the export
- package: the exported package as Vite builds it, served as a site, without the title that it gives a page which has none

Where a page takes a bundler without a studio (modules of React or Vue, and Vue's single-file components), the bare page is the engine's own, so that only the package is built by other people's tools. Markdown is markdown-it's, with checkboxes where GitHub has task lists.

- Date: ${new Date().toISOString().slice(0, 10)}, ${nameOfState(state)}
- Machine: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}
- Node ${process.version}, Chromium ${browser}, ${seconds} s

**${summaryOf(pens, results).text}.**

| Place | The same | Different only as intended | Otherwise different | The same or as intended |
|---|---|---|---|---|
${byPlace.join('\n')}

| What, in all places | The same | Different only as intended | Otherwise different | The same or as intended |
|---|---|---|---|---|
${byAspect.join('\n')}

## Differences

${listOf(unintended)}

## Intended differences

${reasonsOf(intended)}

## Pens

| Group | Pens |
|---|---|
${groups.map(([group, members = []]) => `| ${group} | ${members.length} |`).join('\n')}
`;
}

function divided(results: readonly PenResult[]) {
  const differences = results.flatMap((result) => result.differences);
  const { intended = [], unintended = [] } = Object.groupBy(differences, (difference) =>
    reasonFor(difference) ? 'intended' : 'unintended',
  );
  return { intended, unintended };
}

function titlesIn(differences: readonly Difference[]): Set<string> {
  return new Set(differences.map(({ pen }) => pen));
}

function listOf(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'None.';
  const lines = differences.map(
    ({ pen, place, aspect, detail }) => `| ${pen} | ${place} | ${aspect} | ${cellOf(detail)} |`,
  );
  return ['| Pen | Place | What | |', '|---|---|---|---|', ...lines.toSorted()].join('\n');
}

/** A table of the reasons, each with the pens that it applies to. */
function reasonsOf(differences: readonly Difference[]): string {
  const lines = intendedDifferences.map((intended) => {
    const found = differences.filter((difference) => reasonFor(difference) === intended.reason);
    return `| ${cellOf(intended.reason)} | ${aspectsOf(found)} | ${placesOf(found)} | ${[...titlesIn(found)].toSorted().join('; ') || 'not found any more'} |`;
  });
  return ['| Reason | What | Places | Pens |', '|---|---|---|---|', ...lines].join('\n');
}

function aspectsOf(found: readonly Difference[]): string {
  return aspects.filter((name) => found.some(({ aspect }) => aspect === name)).join(', ');
}

function placesOf(found: readonly Difference[]): string {
  return placeNames.filter((name) => found.some(({ place }) => place === name)).join(', ');
}

function cellOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').slice(0, 300);
}
