/**
 * The studio's own timers. Code that clears every timer by its number (`while (id--) clearTimeout(id)`) does not clear
 * these. Short: the budget of an embed's scripts is 2 kB.
 */

// Kept before user code runs, which may overwrite it.
const start = window.setTimeout;
const own: Record<number, boolean> = {};

for (const name of ['clearTimeout', 'clearInterval'] as const) {
  const clear = window[name];
  window[name] = (id) => {
    if (!own[id as number]) clear(id);
  };
}

/** Protects a timer or an interval, whose number it returns. */
export function keepTimer(id: number): number {
  own[id] = true;
  return id;
}

/** Like `setTimeout`, with a timer that the page cannot clear. */
export function later(callback: () => void, ms?: number): void {
  const id = keepTimer(
    start(() => {
      delete own[id];
      callback();
    }, ms),
  );
}
