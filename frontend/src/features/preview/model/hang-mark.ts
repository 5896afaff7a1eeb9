import type { BrowserStorage } from '@/lib/browser-storage.ts';

/** Code that has responded for this long (ms) is trusted to run at the next opening. */
const trustedAfter = 2_000;
/** A trial that is older than this (ms) was not ended properly: its window is gone or hangs. */
const trialDeadline = 3_000;

/**
 * Remembers in the browser that a project's code hung, so that it is not run again just because somebody opens it.
 * A trial is stored before code runs, so that it is still known after the code has crashed the tab or the browser.
 */
export interface HangMark {
  /** True when the project did not respond the last time it ran here. */
  isSet(): boolean;
  /** Code begins to run, or responds again: the mark is removed once it has responded for a while. */
  begin(): void;
  /** Code does not respond, crashed or had to be stopped. */
  hung(): void;
  /** The preview closes while all is well. */
  leave(): void;
}

export function createHangMark(storage: BrowserStorage, projectKey: string): HangMark {
  const key = `codestudio_preview_hung_${projectKey}`;
  let trial: ReturnType<typeof setTimeout> | null = null;

  function endTrial(): boolean {
    if (trial === null) return false;
    clearTimeout(trial);
    trial = null;
    return true;
  }

  function pass(): void {
    if (endTrial()) storage.remove(key);
  }

  return {
    isSet() {
      const since = storage.readJson(key);
      // Another window may just have begun to show the same project.
      return since !== null && !(Date.now() - Number(since) < trialDeadline);
    },
    begin() {
      endTrial();
      storage.write(key, String(Date.now()));
      trial = setTimeout(pass, trustedAfter);
    },
    hung() {
      endTrial();
      storage.write(key, '0');
    },
    leave: pass,
  };
}
