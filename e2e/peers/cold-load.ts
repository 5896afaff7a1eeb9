import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { openUnwatched, type UnwatchedPage } from '../bench/browser/unwatched-load.ts';
import type { Place } from './playgrounds.ts';

/** The key that is typed as soon as the code is on screen. */
const key = '~';
/** Milliseconds between two attempts: no person types faster. */
const betweenKeys = 40;
const longest = 30_000;

/**
 * Milliseconds from a navigation with an empty cache until a key is drawn in the code. Like a person, clicks the first
 * word as soon as it is visible and presses a key, and repeats both until the key is drawn. Null if it is not within 30 s.
 */
export async function timeToFirstKey(browser: Browser, place: Place): Promise<number | null> {
  const page = await openUnwatched(browser, navigation(place, watchCode));
  try {
    const code = (await within(page.reported)) as { x: number; y: number } | null;
    if (code === null) return null;
    const reported = page.nextReport().then((report) => ({ report }));
    const deadline = Date.now() + longest;
    while (Date.now() < deadline) {
      await pressAt(page, code.x, code.y);
      const echoed = await Promise.race([reported, pause(betweenKeys)]);
      if (echoed) return Number(echoed.report);
    }
    return null;
  } finally {
    await page.close();
  }
}

/** Milliseconds from a navigation with an empty cache until the sample's script has run; null if it has not within 30 s. */
export async function timeToFirstRun(browser: Browser, place: Place): Promise<number | null> {
  const page = await openUnwatched(browser, navigation(place, watchRun));
  try {
    return (await within(page.reported)) as number | null;
  } finally {
    await page.close();
  }
}

function navigation({ url, storageState }: Place, watch: () => void) {
  return { url, cpuSlowdown: 1, storage: storageState?.origins[0]?.localStorage ?? [], watch };
}

async function within<T>(awaited: Promise<T>): Promise<T | null> {
  return Promise.race([awaited, pause(longest, null, { ref: false })]);
}

async function pressAt(page: UnwatchedPage, x: number, y: number): Promise<void> {
  const click = { x, y, button: 'left', clickCount: 1 };
  await page.send('Input.dispatchMouseEvent', { ...click, type: 'mousePressed' });
  await page.send('Input.dispatchMouseEvent', { ...click, type: 'mouseReleased' });
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
}

/** In the page: reports the place of the code's first word when it is visible, then the time when the key is drawn. */
function watchCode(): void {
  const drawn = 'pre, .cm-content, .CodeMirror-code, .view-lines';
  function allIn(root: ParentNode): Element[] {
    const inShadows = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? allIn(shadowRoot) : [],
    );
    return [...root.querySelectorAll(drawn), ...inShadows];
  }
  function placeOf(word: string): DOMRect | undefined {
    for (const code of allIn(document)) {
      const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const at = text.textContent?.indexOf(word) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        const place = range.getBoundingClientRect();
        if (place.width > 0) return place;
      }
    }
    return undefined;
  }
  let isSeen = false;
  const look = () => {
    if (!isSeen) {
      const place = placeOf('Typing');
      if (place) {
        isSeen = true;
        window.report(JSON.stringify({ x: place.x + place.width / 2, y: place.y + place.height / 2 }));
      }
    } else if (allIn(document).some(({ textContent }) => textContent.includes('~'))) {
      window.report(JSON.stringify(performance.now()));
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** In the page: reports the time of the sample's message that it has run. */
function watchRun(): void {
  addEventListener('message', ({ data }: MessageEvent<{ ran?: boolean } | null>) => {
    if (data?.ran) window.report(JSON.stringify(performance.now()));
  });
}
