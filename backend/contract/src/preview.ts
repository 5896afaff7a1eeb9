import * as z from 'zod/mini';
import { ConsoleEntry, ConsoleLog } from './console.js';
import { maxLoopTime } from './durations.js';
import { limits } from './limits.js';
import { classLimits, consoleLimits, moduleLimits } from './preview-limits.js';

/**
 * Messages between the app and the pages of a sandbox origin, by postMessage.
 * Each side names the origin of the other as target, and checks source and origin of what it receives.
 */

/** App → runner. A runner accepts only one `render`; its styles can be replaced any number of times. */
export type HostMessage =
  /**
   * `mayFocus`: false while the user types in the studio; the page then cannot take the focus until its frame gets it,
   * or a ping allows it. `modules`: addresses of package modules that the page will import, to request all of them at
   * once.
   */
  | { type: 'studio:render'; renderId: number; html: string; mayFocus: boolean; modules: readonly string[] }
  | { type: 'studio:css'; css: string }
  /** `mayFocus`: at this moment; embeds omit it, since they have no editor to type in. */
  | { type: 'studio:ping'; at: number; mayFocus?: boolean }
  | ({ type: 'studio:evaluate' } & PromptScript)
  /** The studio's own code that captures the page; the response is a `PictureMessage`. */
  | { type: 'studio:capture'; code: string };

/**
 * A script made of a line of the console's prompt. Its result, or what that promises if it `awaits`, is printed as an
 * entry of the kind `result`. `input`: the number of that line, which the result has as well.
 */
export interface PromptScript {
  code: string;
  awaits: boolean;
  input: number;
}

/** Runner → app. User code shares the frame and can forge any of these, so they are only data for its own preview. */
export const RunnerMessage = z.discriminatedUnion('type', [
  /**
   * A runner has loaded and waits for a document. The message transfers the port for `PortMessage`. `address`: the query
   * and the fragment that the frame came here with, which embeds give back to their page; null: it came by a link to
   * another page of the project, which has only one.
   */
  z.object({ type: z.literal('studio:ready'), address: z.optional(z.nullable(z.string())) }),
  /** The document has been parsed, its scripts have run and a frame has been drawn. */
  z.object({ type: z.literal('studio:painted'), renderId: z.int() }),
  z.object({ type: z.literal('studio:pong'), at: z.number() }),
  /** The page has loaded, and its scripts have run. `modules`: the package modules that it has loaded, by address. */
  z.object({
    type: z.literal('studio:loaded'),
    modules: z
      .array(z.string().check(z.regex(/^\/packages\//), z.maxLength(moduleLimits.length)))
      .check(z.maxLength(moduleLimits.count)),
  }),
  /** New class names of the page, if its styles depend on them. */
  z.object({
    type: z.literal('studio:classes'),
    names: z
      .array(z.string().check(z.minLength(1), z.maxLength(classLimits.length)))
      .check(z.minLength(1), z.maxLength(classLimits.batch)),
  }),
  ConsoleLog,
]);
export type RunnerMessage = z.infer<typeof RunnerMessage>;

/**
 * Runner → app through the port. A message of a window to another process is sent only when its code pauses, and is
 * lost if the page navigates before that. A message through a port is not.
 */
export const PortMessage = z.discriminatedUnion('type', [
  /** Printed entries, oldest first, possibly with a note that some were left out. */
  z.object({
    type: z.literal('studio:entries'),
    entries: z.array(ConsoleEntry).check(z.minLength(1), z.maxLength(consoleLimits.batch + 1)),
  }),
  /** The page is about to navigate away, by a link or `location`; it may still stay. */
  z.object({ type: z.literal('studio:left') }),
  /** How long the page lets its loops run without a pause, in milliseconds. */
  z.object({ type: z.literal('studio:loop-time'), ms: z.number().check(z.gte(1), z.lte(maxLoopTime)) }),
]);
export type PortMessage = z.infer<typeof PortMessage>;

/** Runner → app, in response to `studio:capture`: a picture of the page as JPEG in base64; null if there is none. */
export const PictureMessage = z.object({
  type: z.literal('studio:picture'),
  picture: z.nullable(z.string().check(z.maxLength(limits.pictureLength))),
});
export type PictureMessage = z.infer<typeof PictureMessage>;
