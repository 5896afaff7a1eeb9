import { isPointerResting } from '@/lib/pointer.ts';

/** In ms: after this time the user is likely to stay. */
const stayedMs = 10_000;
const signs = ['focusin', 'pointermove'] as const;

/** Calls back once, when the focus enters an editor or a pointer moves in one, or after a while. */
export function onFirstUse(begin: () => void): void {
  const noticed = (event: Event) => {
    const { target } = event;
    if (!isPointerResting(event) && target instanceof Element && target.closest('.monaco-editor')) used();
  };
  const stayed = setTimeout(used, stayedMs);
  for (const sign of signs) document.addEventListener(sign, noticed);

  function used() {
    clearTimeout(stayed);
    for (const sign of signs) document.removeEventListener(sign, noticed);
    begin();
  }
}

/** In ms: who has not pressed a key for this time has paused. */
const pauseMs = 500;

/** Calls back once the user has paused typing, or after ten seconds of it. */
export function whenTypingPauses(begin: () => void): void {
  let pause = setTimeout(paused, pauseMs);
  const longest = setTimeout(paused, stayedMs);
  document.addEventListener('keydown', typed, true);

  function typed() {
    clearTimeout(pause);
    pause = setTimeout(paused, pauseMs);
  }
  function paused() {
    clearTimeout(pause);
    clearTimeout(longest);
    document.removeEventListener('keydown', typed, true);
    begin();
  }
}
