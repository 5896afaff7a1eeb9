import type { ConsoleLevel } from '@studio/contract/console';
import { emptyInput, type PromptInput } from './prompt-input.ts';

export interface ConsoleFilter {
  /** The only level that is shown; null: all levels. */
  level: ConsoleLevel | null;
  /** The text that a message must contain, ignoring case; empty: no filter. */
  text: string;
}

/** Groups that the user has toggled, by the key of their row. */
export type ToggledGroups = ReadonlySet<number>;

/** What the panel shows again after another panel was in its place. */
export interface ConsoleView {
  filter: ConsoleFilter;
  toggled: ToggledGroups;
  input: PromptInput;
}

export const firstView: ConsoleView = {
  filter: { level: null, text: '' },
  toggled: new Set(),
  input: emptyInput,
};
