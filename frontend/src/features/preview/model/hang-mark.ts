import type { BrowserStorage } from '@/lib/browser-storage.ts';

/** Code that has answered for this long (ms) is trusted to run at the next opening. */
const trustedAfter = 2_000;
/** A trial that is older than this (ms) has not ended as it should: its window is gone, or stands still. */
const trialDeadline = 3_000;

/**
 * Remembers in the browser that a project's code hung, so that it is not run again just because somebody opens it.
 * A trial is noted before code runs: the note outlives a tab or a browser that the code took down.
 */
export interface HangMark {
  /** True when the project did not respond the last time it ran here. */
  isSet(): boolean;
  /** Code begins to run, or answers again: the mark goes once it has done well for a while. */
  begin(): void;
  /** Code does not answer, crashed or had to be stopped. */
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
