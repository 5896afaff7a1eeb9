import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { foreignMark, runGuardKey } from '@/lib/foreign-code.ts';

/** Code that has responded for this long (ms) is trusted to run at the next opening. */
const trustedAfterMs = 2_000;
/** A trial older than this (ms) did not end properly: its window is gone or hangs. */
const trialDeadlineMs = 3_000;

/**
 * Stores in the browser why a project's code is not run when it is opened: it hung, or came from another page. A
 * trial is stored before code runs, so that it is known even after the code has crashed the tab or the browser.
 */
export interface RunGuard {
  /** `hung`: the project did not respond the last time it ran here. `foreign`: from another page and not run yet. */
  reason(): 'hung' | 'foreign' | null;
  /** Code begins to run, or responds again: the mark is removed once it has responded for a while. */
  begin(): void;
  /** Code does not respond, crashed or had to be stopped. */
  hung(): void;
  /** The preview closes while the code responds. */
  leave(): void;
  /** The project has got another key in this window. */
  moveTo(projectKey: string): void;
}

export function createRunGuard(storage: BrowserStorage, projectKey: string): RunGuard {
  let key = runGuardKey(projectKey);
  let trial: ReturnType<typeof setTimeout> | null = null;
  /** Whether this window has written the present mark; windows of the same project share its key. */
  let isOwn = false;

  function endTrial(): boolean {
    if (trial === null) return false;
    clearTimeout(trial);
    trial = null;
    return true;
  }

  function write(mark: string): void {
    endTrial();
    isOwn = true;
    storage.write(key, mark);
  }

  function pass(): void {
    if (!endTrial()) return;
    isOwn = false;
    storage.remove(key);
  }

  function reason() {
    const since = storage.read(key);
    if (since === foreignMark) return since;
    // Another window may just have begun to show the same project.
    return since !== null && !(Date.now() - Number(since) < trialDeadlineMs) ? 'hung' : null;
  }

  return {
    reason,
    begin() {
      write(String(Date.now()));
      trial = setTimeout(pass, trustedAfterMs);
    },
    hung: () => write('0'),
    leave: pass,
    moveTo(newKey) {
      const mark = isOwn || reason() ? storage.read(key) : null;
      if (isOwn) storage.remove(key);
      key = runGuardKey(newKey);
      if (mark !== null) storage.write(key, mark);
    },
  };
}
