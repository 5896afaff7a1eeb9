import quickjs from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { isStackOverflow } from '../../stack-overflow.js';

/** The result of a program: its value, or why it has none. */
export type IsolatedOutcome =
  | { value: string }
  | { failure: 'error'; message: string; line: number | null; at: { line: number; column: number } }
  | { failure: 'too slow' | 'too large' | 'too deep'; at: { line: number; column: number } };

/** The package declares only the types of its build for `require`. */
const variant = quickjs as unknown as QuickJSSyncVariant;
/**
 * Limits a program by steps, not by time, independently of the machine. A step is some ten thousand jumps and calls.
 */
const maxSteps = 2_000;
/** In pages of 64 KiB: from 16 MiB to 64 MiB. */
const memory = { initial: 256, maximum: 1_024 };
/** In bytes. */
const stackSize = 256 * 1_024;

/**
 * Runs untrusted JavaScript in an engine in WebAssembly that has nothing but the language: it cannot reach the page or
 * the server. The engine is discarded with the program, whatever its state. A value longer than `longest` characters
 * is not returned.
 */
export async function runIsolated(code: string, longest: number): Promise<IsolatedOutcome> {
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmMemory: new WebAssembly.Memory(memory) }),
  );
  const runtime = engine.newRuntime({ maxStackSizeBytes: stackSize });
  let steps = 0;
  runtime.setInterruptHandler(() => ++steps > maxSteps);
  const context = runtime.newContext();
  try {
    const result = context.evalCode(code, fileName);
    if (result.error) return readFailure(context, result.error);
    return { value: readText(context, result.value, longest) ?? '' };
  } catch (error) {
    // The engine itself has run out of stack or memory.
    const isTooDeep = isStackOverflow(error);
    if (!isTooDeep && !(error instanceof WebAssembly.RuntimeError)) throw error;
    const failure = isTooDeep ? 'too deep' : 'too large';
    return { failure, at: { line: 1, column: 1 } };
  }
}

/** In characters; the message may come from the template. */
const maxMessageLength = 1_000;
const fileName = 'template.js';
/** The innermost position in a stack. */
const stackLine = /template\.js:(\d+)/;

function readFailure(context: QuickJSContext, error: QuickJSHandle): IsolatedOutcome {
  const property = (name: string) => readText(context, context.getProp(error, name));
  const at = { line: readNumber(context, 'pug_line'), column: readNumber(context, 'pug_column') };
  const message = property('message') ?? readText(context, error) ?? '';
  const name = property('name') ?? 'Error';
  if (name === 'InternalError' || name === 'RangeError') {
    if (message === 'interrupted') return { failure: 'too slow', at };
    if (message === 'stack overflow') return { failure: 'too deep', at };
    if (message === 'out of memory') return { failure: 'too large', at };
  }
  // If no memory is left for an error object, QuickJS throws null.
  if (context.sameValue(error, context.null)) return { failure: 'too large', at };
  if (message === '' && name === 'Error')
    return {
      failure: 'error',
      message: 'The template throws something that is not an error.',
      line: null,
      at,
    };
  const line = name === 'SyntaxError' ? Number(stackLine.exec(property('stack') ?? '')?.[1] ?? 0) : 0;
  return {
    failure: 'error',
    message: `${name}: ${message}`.slice(0, maxMessageLength),
    line: line || null,
    at,
  };
}

/** Null if the value is not a text, or is too long. */
function readText(context: QuickJSContext, handle: QuickJSHandle, longest = 100_000): string | null {
  if (context.typeof(handle) !== 'string') return null;
  const length = context.getNumber(context.getProp(handle, 'length'));
  return length > longest ? null : context.getString(handle);
}

function readNumber(context: QuickJSContext, name: string): number {
  const handle = context.getProp(context.global, name);
  const value = context.typeof(handle) === 'number' ? context.getNumber(handle) : 1;
  return Number.isSafeInteger(value) && value > 0 ? value : 1;
}
