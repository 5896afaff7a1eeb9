import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import { sandboxOrigin } from '@studio/contract/sandbox-frame';
import type { EarlyFrame } from './early-frame.ts';
import type { ControllerStatus } from './preview-state.ts';
import type { RunnerFrame } from './runner-frame.ts';

/** The place of a preview's frames. */
export interface PreviewHost {
  container: HTMLElement;
  /** Origins of runners; each is tried if no runner loads from the previous one. */
  origins: PreviewOrigins;
  /** A frame that is in the container already; used as the first frame if its origin matches. */
  earlyFrame?: EarlyFrame | undefined;
  /** Called with the studio's own messages for the console panel. */
  onNotice(level: ConsoleLevel, text: string): void;
}

export interface PreviewControllerOptions extends PreviewHost {
  /** Called with the project's output and its frame. */
  onConsole(entry: ConsoleEntry, frame: RunnerFrame): void;
  /** Called with class names of the shown page, each once. */
  onClasses(names: readonly string[]): void;
  /** Called before a document runs. */
  onRender(): void;
  /** Called at a requested run: later calls of `onConsole` belong to the new document. */
  onRun(): void;
  onStatus(status: ControllerStatus): void;
}

/** The possible origins of one preview. */
export interface PreviewOrigins {
  /** Origins for the project's code, best first. */
  choices: string[];
  /** An alternative origin while a page of the chosen one hangs in a living process; `detour` counts from 1. */
  detour(detour: number): string;
}

/**
 * Origins for a project's code, best first. Names under `localhost` do not resolve in every browser, nor on other
 * machines than the studio's: only for them, the sandbox port of this page's host is the second choice
 * (specification: Isolation). Never the app's own origin.
 */
export function previewOrigins(template: string, projectKey: string, openedBy: Location): PreviewOrigins {
  const own = sandboxOrigin(template, projectKey);
  const { port, protocol, hostname } = new URL(own);
  const detour = (detour: number) => sandboxOrigin(template, projectKey, detour);
  if (!hostname.endsWith('.localhost')) return { choices: [own], detour };
  const shared = `${protocol}//${openedBy.hostname}:${port}`;
  return { choices: shared === openedBy.origin ? [own] : [own, shared], detour };
}
