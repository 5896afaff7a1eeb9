import * as z from 'zod/mini';
import { ConsoleEntry, ConsoleLog } from './console.js';
import { longestLoopTime } from './durations.js';
import { classLimits, consoleLimits, limits, moduleLimits } from './limits.js';

/**
 * Messages between the app and the pages of a sandbox origin, by postMessage.
 * The app names the frame's origin as target, the frame names the app's; both check source and origin.
 */

/** App → runner. A runner takes one `render` and is then spent; its styles can be replaced any number of times. */
export type HostMessage =
  /**
   * `mayFocus`: false while somebody types in the studio; the page then gets no focus until its frame does, or a ping says
   * otherwise. `modules`: those of packages, by address, that it is going to import: it asks for all of them at once.
   */
  | { type: 'studio:render'; renderId: number; html: string; mayFocus: boolean; modules: readonly string[] }
  | { type: 'studio:css'; css: string }
  /** `mayFocus`: of this moment; an embed, in which nobody types, says nothing of it. */
  | { type: 'studio:ping'; at: number; mayFocus?: boolean }
  /** Code of the console's prompt; its result is printed as an entry of the kind `result`. */
  | { type: 'studio:evaluate'; code: string }
  /** The studio's own code that captures the page; the answer is a `PictureMessage`. */
  | { type: 'studio:capture'; code: string };

/** Runner → app. User code shares the frame and can forge any of these, so they are only data for its own preview. */
export const RunnerMessage = z.discriminatedUnion('type', [
  /** A runner has loaded and waits for a document. With it comes the port for `PortMessage`. */
  z.object({ type: z.literal('studio:ready') }),
  /** The document has been parsed, its scripts have run and a frame has been drawn. */
  z.object({ type: z.literal('studio:painted'), renderId: z.int() }),
  z.object({ type: z.literal('studio:pong'), at: z.number() }),
  /** The page has loaded, and its scripts have run; with the modules of packages that it has loaded, by address. */
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
 * Runner → app by the port. What a window sends to one of another process waits until its code pauses, and is lost when the
 * page leaves before; what a port sends is not.
 */
export const PortMessage = z.discriminatedUnion('type', [
  /** Printed entries, oldest first, possibly with a note that some were left out. */
  z.object({
    type: z.literal('studio:entries'),
    entries: z.array(ConsoleEntry).check(z.minLength(1), z.maxLength(consoleLimits.batch + 1)),
  }),
  /** The page is about to navigate away, by a link or `location`; it may still stay. */
  z.object({ type: z.literal('studio:left') }),
  /** How long (ms) the page lets its loops run without a pause. */
  z.object({ type: z.literal('studio:loop-time'), ms: z.number().check(z.gte(1), z.lte(longestLoopTime)) }),
]);
export type PortMessage = z.infer<typeof PortMessage>;

/** Runner → app, when asked by `studio:capture`: a picture of the page as JPEG in base64; null if there is none. */
export const PictureMessage = z.object({
  type: z.literal('studio:picture'),
  picture: z.nullable(z.string().check(z.maxLength(limits.pictureLength))),
});
export type PictureMessage = z.infer<typeof PictureMessage>;
