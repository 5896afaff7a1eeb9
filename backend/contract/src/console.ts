import * as z from 'zod/mini';
import { consoleLimits } from './preview-limits.js';

/**
 * The output of user code, as the preview sends it to the console panel: copies made at the moment of the call.
 * Primitive values are sent as they are. Objects are in a separate list, so that circular values stay finite.
 */

export const consoleLevels = ['log', 'info', 'warn', 'error'] as const;
export type ConsoleLevel = (typeof consoleLevels)[number];

/**
 * The kind of an entry that is not a plain line. `result` answers the prompt's `input`; `clear` empties the list; a
 * `notice` is a message of the studio, which the browser's own console does not have.
 */
export const consoleKinds = [
  'log',
  'table',
  'group',
  'group-collapsed',
  'trace',
  'input',
  'result',
  'clear',
  'notice',
] as const;
export type ConsoleKind = (typeof consoleKinds)[number];

type Primitive = string | number | bigint | boolean | null | undefined;

/** User code can send anything, but a longer text would keep the page busy that shows it. */
const longest = consoleLimits.string + consoleLimits.note;
const Text = z.string().check(z.maxLength(longest));

/** Written by hand, because zod's numbers exclude NaN and the infinities. Functions cannot be sent. */
const Primitive = z.custom<Primitive>((value) => {
  if (typeof value === 'string') return value.length <= longest;
  if (typeof value === 'bigint') return value <= consoleLimits.bigint && -value <= consoleLimits.bigint;
  return value === null || typeof value !== 'object';
});

const Encoded = z.discriminatedUnion('type', [
  /** An object: its place in the message's `objects`. */
  z.object({ type: z.literal('ref'), at: z.int() }),
  /** `note`: a value that was not read, such as a getter, a hole, or one beyond the limits. */
  z.object({ type: z.literal(['symbol', 'note']), text: Text }),
]);

const ConsoleValue = z.union([Primitive, Encoded]);
export type ConsoleValue = z.infer<typeof ConsoleValue>;

/** The key is a property's name, an item's index, or a map's key. */
const ConsoleProperty = z.object({ key: ConsoleValue, value: ConsoleValue });
export type ConsoleProperty = z.infer<typeof ConsoleProperty>;

/** An object of the page. `list`: arrays and array-like objects; `plain`: objects that have no other kind. */
const ConsoleObject = z.object({
  kind: z.enum(['plain', 'list', 'map', 'set', 'function', 'error', 'element', 'text']),
  /** The name of its class; empty for plain objects and arrays. */
  name: Text,
  /** Its text form: a date, a function's source, an element's tag, an error with its stack. */
  text: z.optional(Text),
  /** How many items a list, map or set has. */
  size: z.optional(z.number()),
  /** Absent where the limits left no room for them. */
  entries: z.optional(z.array(ConsoleProperty).check(z.maxLength(2 * consoleLimits.entries))),
  /** How many entries were left out. */
  left: z.optional(z.number()),
});
export type ConsoleObject = z.infer<typeof ConsoleObject>;

/** One entry of the console (specification: Console). `timestamp` in ms since 1970. */
export const ConsoleEntry = z.object({
  level: z.enum(consoleLevels),
  /** Printed strings are sent as they are, up to the limits. */
  args: z.array(ConsoleValue).check(z.maxLength(consoleLimits.args + 1)),
  timestamp: z.number(),
  kind: z.optional(z.enum(consoleKinds)),
  /** Of a `result`: the number of the `input` that it answers. */
  input: z.optional(z.int()),
  /** The objects that the `ref`s among the values refer to. */
  objects: z.optional(z.array(ConsoleObject).check(z.maxLength(consoleLimits.objects))),
  /** How many groups contain it; absent from what the page’s console methods do not print, such as errors. */
  depth: z.optional(z.int()),
  /** The stack of the call, innermost frame first, one line each, as the browser formats it. */
  stack: z.optional(z.string().check(z.maxLength(consoleLimits.string))),
});
export type ConsoleEntry = z.infer<typeof ConsoleEntry>;

/** One printed entry, as the sandbox sends it to the app (specification: Console). */
export const ConsoleLog = z.object({
  ...ConsoleEntry.shape,
  type: z.literal('console-log'),
  /** The entry was already sent through the port, which is faster. */
  isCopy: z.optional(z.boolean()),
});
export type ConsoleLog = z.infer<typeof ConsoleLog>;
