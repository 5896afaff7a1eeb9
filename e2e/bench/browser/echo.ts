import type { StudioPage } from '../../pages/studio-page.ts';

declare global {
  interface Window {
    measured: Promise<number>;
  }
}

/** Presses `~` at the caret, after `typed - 1` earlier ones in this line. @returns ms until the frame that shows it. */
export async function timeEcho({ page }: StudioPage, typed: number): Promise<number> {
  await page.evaluate(measureEcho, '~'.repeat(typed));
  await page.keyboard.press('~');
  return page.evaluate(() => window.measured);
}

/** In the page: measures from the next key to the frame in which the editor shows `text`. */
function measureEcho(text: string): void {
  window.measured = new Promise((resolve) => {
    let pressedAt = 0;
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        pressedAt = timeStamp;
      },
      { once: true, capture: true },
    );
    const look = () => {
      const lines = [...document.querySelectorAll('.view-line')].map(({ textContent }) => textContent);
      const areas = [...document.querySelectorAll('textarea')].map(({ value }) => value);
      if (pressedAt > 0 && [...lines, ...areas].some((line) => line.includes(text)))
        resolve(performance.now() - pressedAt);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
