import type { StudioPage } from '../../pages/studio-page.ts';

declare global {
  interface Window {
    measured: Promise<number>;
  }
}

/** Presses `~` where the caret is, whose line has `typed - 1` of them already. @returns ms until the frame that shows it. */
export async function timeEcho({ page }: StudioPage, typed: number): Promise<number> {
  await page.evaluate(measureEcho, '~'.repeat(typed));
  await page.keyboard.press('~');
  return page.evaluate(() => window.measured);
}

/** In the page: the next key → the frame after `text` stands in the editor. */
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
