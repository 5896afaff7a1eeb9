import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from '@playwright/test';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { recordedErrors, recordedEvents, recorder } from '../fixtures/corpus-recorder.ts';
import { differingPixels } from '../fixtures/pictures.ts';
import { describeDom } from './describe-dom.ts';
import { type Aspect, aspects, type Difference, reasonFor, withoutAddedLines } from './intended.ts';
import type { PlaceName, Places, Shown } from './places.ts';

/** The result of a project in one place. */
interface Observation {
  /** Events in order, each with the `readyState` of the document. */
  events: string[];
  /** Uncaught errors and unhandled rejections. */
  errors: string[];
  console: string[];
  DOM: string[];
  /** Null if no two pictures in a row are the same. */
  pixels: Buffer | null;
}

/**
 * How long (ms) a page may take until it is the same as the bare page. Only pages that remain different take this long.
 */
const settleTimeout = 20_000;
/** How long (ms) a page may take to reach its end on a busy machine. */
const endTimeout = 60_000;

/** Shows a project on the bare page, then everywhere else, and compares. */
export async function compareEverywhere(places: Places, project: ExportedProject): Promise<Difference[]> {
  return compare(places, withRecorder(project), aspects);
}

/** Like `compareEverywhere`, for a project that depends on chance or time: compares only what two bare pages share. */
export async function compareWhatIsSteady(places: Places, project: ExportedProject): Promise<Difference[]> {
  const recorded = withRecorder(project);
  const [one, other] = [await observeBare(places, recorded), await observeBare(places, recorded)];
  const steady = aspects.filter(
    (aspect) => one[aspect] !== null && isDeepStrictEqual(one[aspect], other[aspect]),
  );
  const found = await compare(places, recorded, steady);
  if (found.length === 0) return found;
  // A displayed time may have changed since the first two pages, so check the aspects once more.
  const after = await observeBare(places, recorded);
  return found.filter(({ aspect }) => isDeepStrictEqual(after[aspect], one[aspect]));
}

async function compare(
  places: Places,
  project: ExportedProject,
  compared: readonly Aspect[],
): Promise<Difference[]> {
  const id = await places.store(project);
  const expected = await observeBare(places, project);
  const differencesAt = async (place: PlaceName): Promise<Difference[]> => {
    try {
      const shown = await places.show(place, project, id);
      await untilOver(shown.root, project);
      return await remainingDifferences(() => differencesOf(shown, expected, compared, project, place));
    } catch (error) {
      const [detail = ''] = String(error).split('\n', 1);
      return [{ pen: project.title, place, aspect: 'events', detail: `not shown: ${detail}` }];
    }
  };
  const found = await Promise.all(places.names.map(differencesAt));
  return found.flat();
}

async function observeBare(places: Places, project: ExportedProject): Promise<Observation> {
  const shown = await places.showBare(project);
  await untilOver(shown.root, project);
  // First the picture: it takes a few frames, in which pending work of the page ends.
  const pixels = await restingPicture(shown);
  return { ...(await readLines(shown)), pixels };
}

/** Waits for `mark('done')` if the project has it, else for the load event; then for animations. */
async function untilOver(root: Locator, { title, html, js }: ExportedProject): Promise<void> {
  const last = /mark\('done'\)/.test(html + js) ? 'done' : 'load';
  const isOver = await root.evaluate(
    async (_root, [end, timeout]) => {
      const events = () => (window as Window & { corpusEvents?: string[] }).corpusEvents ?? [];
      const deadline = performance.now() + timeout;
      while (!events().some((event) => event.startsWith(`${end} (`))) {
        if (performance.now() > deadline) return false;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      // Leave out endless animations and those driven by scrolling, which do not end by themselves.
      const ending = document
        .getAnimations()
        .filter(
          ({ effect, timeline }) =>
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
      await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
      return true;
    },
    [last, endTimeout] as const,
    { timeout: 2 * endTimeout },
  );
  if (!isOver) throw new Error(`${title} has not come to its ${last} within ${endTimeout} ms`);
}

/** Takes pictures until two in a row are the same. */
async function restingPicture({ picture }: Shown): Promise<Buffer | null> {
  const deadline = performance.now() + settleTimeout;
  let before = await picture();
  while (performance.now() < deadline) {
    const now = await picture();
    if (before.equals(now)) return now;
    before = now;
  }
  return null;
}

async function readLines({ root, output }: Shown): Promise<Omit<Observation, 'pixels'>> {
  const [recorded, errors] = [await recordedEvents(root), await recordedErrors(root)];
  const DOM = await root.evaluate(describeDom);
  // The order of `done` relative to the parser's events varies.
  const events = recorded.filter((event) => !event.startsWith('done ('));
  return { events, errors, console: [...output], DOM };
}

/** The differences that remain after a while, because the order of tasks varies. Does not wait for intended ones. */
async function remainingDifferences(find: () => Promise<Difference[]>): Promise<Difference[]> {
  const deadline = performance.now() + settleTimeout;
  let before = await find();
  while (before.length > 0 && performance.now() < deadline) {
    await pause(200);
    const now = await find();
    if (now.every(reasonFor) && isDeepStrictEqual(now, before)) return now;
    before = now;
  }
  return before;
}

async function differencesOf(
  shown: Shown,
  expected: Observation,
  compared: readonly Aspect[],
  { title }: ExportedProject,
  place: PlaceName,
): Promise<Difference[]> {
  const lines = await readLines(shown);
  const found: Difference[] = [];
  for (const aspect of compared) {
    const at = { pen: title, place, aspect };
    if (aspect === 'pixels') {
      const detail = await pixelDifference(shown, expected.pixels);
      if (detail) found.push({ ...at, detail });
    } else {
      const differenceOf = aspect === 'errors' ? errorDifference : lineDifference;
      const detail = differenceOf(lines[aspect], expected[aspect]);
      if (detail) found.push({ ...at, detail, ...(aspect === 'console' && ofConsole(lines, expected, at)) });
    }
  }
  return found;
}

/** What is left of a difference of the consoles without the lines that are added on purpose. */
function ofConsole(
  shown: Omit<Observation, 'pixels'>,
  expected: Observation,
  at: Pick<Difference, 'pen' | 'place'>,
): Partial<Difference> {
  const detail = lineDifference(withoutAddedLines(shown.console, at), expected.console);
  return detail ? { detail } : { isAddedLines: true };
}

function lineDifference(lines: readonly string[], expected: readonly string[]): string | undefined {
  if (isDeepStrictEqual(lines, expected)) return undefined;
  const differing = lines.findIndex((line, index) => line !== expected[index]);
  const at = differing < 0 ? lines.length : differing;
  const show = (line: string | undefined) => (line === undefined ? 'nothing' : line.trim());
  return `${show(lines[at])} instead of ${show(expected[at])}`;
}

/** All errors that only one of the pages has, since there may be many and none follows from the one before it. */
function errorDifference(errors: readonly string[], expected: readonly string[]): string | undefined {
  const [more, missing] = [without(errors, expected), without(expected, errors)];
  if (more.length === 0 && missing.length === 0) return undefined;
  const show = (list: readonly string[]) => (list.length === 0 ? 'nothing' : list.join('; '));
  return `${show(more)} instead of ${show(missing)}`;
}

/** The lines without the others, each of which takes away one that is the same. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

async function pixelDifference({ picture }: Shown, expected: Buffer | null): Promise<string | undefined> {
  // A page whose pixels were never compared must not count as the same.
  if (!expected) return 'not compared, because the bare page never comes to rest';
  const count = differingPixels(await picture(), expected);
  return count > 0 ? `${count} pixels` : undefined;
}

/** Inserts the recorder at the beginning of the page, after the doctype. */
function withRecorder(project: ExportedProject): ExportedProject {
  const html = project.html.replace(
    /^(?:(?:\s|<!--[^]*?-->|<\?[^>]*>)*<!doctype[^>]*>)?/i,
    (lead) => lead + recorder,
  );
  return { ...project, html };
}
