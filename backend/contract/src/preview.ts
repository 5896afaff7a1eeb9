import * as z from 'zod/mini';

/**
 * Messages between the app and the shell page of a sandbox origin, by postMessage.
 * The app names the frame's origin as target, the shell names the app's; both check source and origin.
 */

/** App → shell. A shell takes one `render` and is then spent; styles can be replaced in it any number of times. */
export type HostMessage =
  | { type: 'studio:render'; renderId: number; html: string }
  | { type: 'studio:css'; renderId: number; css: string }
  | { type: 'studio:ping'; at: number };

export const consoleLevels = ['log', 'info', 'warn', 'error'] as const;
export type ConsoleLevel = (typeof consoleLevels)[number];

/** SPEC 7 Other: what user code printed. Arguments are texts, taken at the moment of the call. `timestamp` in ms since 1970. */
const ConsoleLog = z.object({
  type: z.literal('console-log'),
  level: z.enum(consoleLevels),
  args: z.array(z.string()),
  timestamp: z.number(),
});

/** Shell → app. User code shares the frame and can forge any of these, so they are data for its own preview and nothing else. */
export const ShellMessage = z.discriminatedUnion('type', [
  /** The shell has loaded and waits for a document. */
  z.object({ type: z.literal('studio:ready') }),
  /** The document has been parsed, its scripts have run and a frame has been drawn. */
  z.object({ type: z.literal('studio:painted'), renderId: z.int() }),
  /** The styles of a `studio:css` are in place. */
  z.object({ type: z.literal('studio:styled'), renderId: z.int() }),
  z.object({ type: z.literal('studio:pong'), at: z.number() }),
  ConsoleLog,
]);
export type ShellMessage = z.infer<typeof ShellMessage>;
export type ConsoleMessage = z.infer<typeof ConsoleLog>;
