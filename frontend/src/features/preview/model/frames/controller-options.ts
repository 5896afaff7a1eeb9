import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import type { RunnerFrame } from './runner-frame';
import type { PreviewOrigins } from './runner-supply';

/**
 * `unresponsive`: code runs without end. `stopped` and `crashed`: nothing runs until the next `show`.
 * `failed`: no shell can be had.
 */
export type ControllerStatus = 'starting' | 'running' | 'unresponsive' | 'stopped' | 'crashed' | 'failed';

export interface PreviewControllerOptions {
  container: HTMLElement;
  /** Where user code may run: each next choice is tried when no shell answers at the one before. */
  origins: PreviewOrigins;
  /** What the project printed, in which frame. */
  onConsole(entry: ConsoleEntry, frame: RunnerFrame): void;
  /** Class names that the page on show has, each once. */
  onClasses(names: readonly string[]): void;
  /** A document is about to run. */
  onRender(): void;
  /** Somebody asked for a run: what comes to `onConsole` from now on is the new document's. */
  onRun(): void;
  /** What the studio itself has to say, for the console panel. */
  onNotice(level: ConsoleLevel, text: string): void;
  onStatus(status: ControllerStatus): void;
}
