/** What happens in a walk; some more often than others. */
export const stepKinds = [
  'type',
  'type',
  'type',
  'wait',
  'wait',
  'save',
  'blank',
  'open',
  'open',
  'fork',
  'duplicate',
  'visibility',
  'like',
  'restore a revision',
  'undo removal',
  'dismiss',
  'lose an answer',
  'delay an answer',
  'be busy',
  'remove',
  'remove elsewhere',
  'hide',
  'bring back',
  'save elsewhere',
  'resolve',
  'restore draft',
  'discard draft',
  'leave',
  'reload at /',
  'reload',
  'close',
  'offline',
  'online',
  'change person',
] as const;

/** A step of one of the two tabs, or of others; `choice` selects which one, or how long. */
export interface Step {
  kind: (typeof stepKinds)[number];
  tab: 0 | 1;
  choice: number;
}

export interface Mark {
  userId: string;
  /** The saved project that it was typed in; null for a new one. */
  projectId: string | null;
}

/** The names of all marks in a text. */
export const namesIn = (text: string) => text.match(/\[m\d+\]/g) ?? [];
