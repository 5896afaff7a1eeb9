import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import { sandboxOrigin } from '@studio/contract/sandbox-frame';
import type { EarlyFrame } from './early-frame';
import type { ControllerStatus } from './preview-state';
import type { RunnerFrame } from './runner-frame';

/** Where a preview has its frames. */
export interface PreviewPlace {
  container: HTMLElement;
  /** Where runners may come from: each next choice is tried if none loads from the one before. */
  origins: PreviewOrigins;
  /** In the container already: the first one that is asked for, if it is at that origin. */
  earlyFrame?: EarlyFrame | undefined;
  /** What the studio itself has to say, for the console panel. */
  onNotice(level: ConsoleLevel, text: string): void;
}

export interface PreviewControllerOptions extends PreviewPlace {
  /** What the project printed, in which frame. */
  onConsole(entry: ConsoleEntry, frame: RunnerFrame): void;
  /** Class names that the page on show has, each once. */
  onClasses(names: readonly string[]): void;
  /** A document is about to run. */
  onRender(): void;
  /** Somebody asked for a run: what comes to `onConsole` from now on is the new document's. */
  onRun(): void;
  onStatus(status: ControllerStatus): void;
}

/** The origins that one preview may use. */
export interface PreviewOrigins {
  /** Where the project's code may run, best first. */
  choices: string[];
  /** Where it may run while a page of the choice hangs and its process lives on; `detour` counts from 1. */
  detour(detour: number): string;
}

/**
 * Where a project's code may run, best first. Names under `localhost` do not resolve in every browser, nor on another
 * machine than the studio's: for them alone the sandbox port of the host by which this page was opened is the second
 * choice (specification: Isolation). Never the app's own origin.
 */
export function previewOrigins(template: string, projectKey: string, openedBy: Location): PreviewOrigins {
  const own = sandboxOrigin(template, projectKey);
  const { port, protocol, hostname } = new URL(own);
  const detour = (detour: number) => sandboxOrigin(template, projectKey, detour);
  if (!hostname.endsWith('.localhost')) return { choices: [own], detour };
  const shared = `${protocol}//${openedBy.hostname}:${port}`;
  return { choices: shared === openedBy.origin ? [own] : [own, shared], detour };
}
