import type { Browser } from '@playwright/test';
import type { ProjectInput } from '@studio/contract/http/projects';
import type { EditorPane } from '../../pages/editor-pane.ts';
import type { Studio } from '../../stack/studio.ts';
import { openProject } from './open-project.ts';

declare global {
  interface Window {
    /** Milliseconds from the next key to the run that follows it. */
    nextRun: Promise<number>;
  }
}

/** A project that posts `{ ran: true }` to its parent whenever an edit is applied, and where to type. */
export interface TypingCase {
  project: ProjectInput;
  pane: 'css' | 'js';
  /** How many characters follow the caret. */
  behind: number;
}

/** Milliseconds, for each round, from a key in a pane of the real editor until the preview has applied the edit. */
export async function typeInto(
  browser: Browser,
  studio: Studio,
  { project, pane, behind }: TypingCase,
  rounds: number,
): Promise<number[]> {
  const studioPage = await openProject(browser, studio, project);
  const editor: EditorPane = studioPage[pane];
  await editor.append();
  for (let step = 0; step < behind; step += 1) await studioPage.page.keyboard.press('ArrowLeft');

  const samples: number[] = [];
  // The first keys load the compilers that the project needs.
  for (let round = -2; round < rounds; round += 1) {
    await studioPage.page.evaluate(startTimer);
    await studioPage.page.keyboard.press('x');
    const took = await studioPage.page.evaluate(() => window.nextRun);
    if (round >= 0) samples.push(took);
  }
  await studioPage.page.context().close();
  return samples;
}

/** Runs in the page, so that one clock measures both ends. */
function startTimer(): void {
  window.nextRun = new Promise((resolve) => {
    let pressedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      pressedAt = event.timeStamp;
    };
    const onMessage = ({ data }: MessageEvent<{ ran?: boolean } | null>) => {
      if (!data?.ran || pressedAt === 0) return;
      removeEventListener('message', onMessage);
      removeEventListener('keydown', onKey, true);
      resolve(performance.now() - pressedAt);
    };
    addEventListener('keydown', onKey, true);
    addEventListener('message', onMessage);
  });
}
