import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { ProjectInput } from '@studio/contract/http/projects';
import type { Studio } from '../../stack/studio.ts';
import { type Row, ratioRow, readingRow } from '../row.ts';
import { openBenchPage } from './bench-page.ts';
import { countBlankFrames } from './film.ts';

const projectId = '00000000000bench';
const filmedRounds = 40;
const inPageTailwind = fileURLToPath(import.meta.resolve('@tailwindcss/browser'));

/** Milliseconds from a ready document until its script has run. */
export interface Timings {
  studio: number[];
  reference: number[];
}

/** Allowed shares of the time that `srcdoc` takes in the same page (ADR 3). */
export const goals = { js: 0.55, html: 0.7, css: 0.25 };
const names = { js: 'script has run', html: 'script has run, after new HTML', css: 'styles applied' };

/** A page, and how long it takes once its document is ready. */
export interface TimedPage {
  sources: Pick<ProjectInput, 'html' | 'css' | 'js'>;
  timings: Timings;
}

/** From the ready document until the project's script has run: the studio's stage against `srcdoc` in one browser. */
export async function measurePreview(
  browser: Browser,
  studio: Studio,
  rounds: number,
): Promise<{ rows: Row[]; timedPage: TimedPage }> {
  const page = await openBenchPage(browser, studio);
  const origin = studio.sandboxUrl(projectId);
  const edits = await page.evaluate<Record<keyof typeof goals, Timings>>(
    `measureEdits('${origin}', ${rounds})`,
  );
  const rows = (Object.keys(goals) as (keyof typeof goals)[]).map((edit) => {
    const { studio, reference } = edits[edit];
    return ratioRow(
      `Document ready → ${names[edit]}, against \`srcdoc\``,
      [
        { of: 'studio', samples: studio },
        { of: '`srcdoc`', samples: reference },
      ],
      { atMost: goals[edit] },
    );
  });
  const sources = await page.evaluate<TimedPage['sources']>('sampleSources()');
  const tailwind = await page.evaluate<Timings>(
    `measureTailwind('${origin}', ${rounds}, ${JSON.stringify(readFileSync(inPageTailwind, 'utf8')).replaceAll('</', '<\\/')})`,
  );
  rows.push(
    ratioRow(
      'New Tailwind class → page styled, against a build in the page',
      [
        { of: 'studio', samples: tailwind.studio },
        { of: 'build in the page', samples: tailwind.reference },
      ],
      { atMost: 0.6 },
    ),
  );
  await page.close();
  const film = await openBenchPage(browser, studio);
  const blank = await countBlankFrames(film, () =>
    film.evaluate<void>(`showOnStage('${origin}', ${filmedRounds})`),
  );
  await film.close();
  rows.push(
    readingRow(
      `Blank frames in ${filmedRounds} renders`,
      { statistic: 'count of all frames filmed', value: blank.blank, unit: '' },
      { atMost: 0 },
      [{ of: 'filmed', samples: [blank.filmed], unit: 'frames' }],
    ),
  );
  return { rows, timedPage: { sources, timings: edits.js } };
}
