/*
 * The globals, and `@jest/globals`, of specs that Node itself loads. Their runner has no timeouts, so tests and hooks
 * get them here.
 */

type Body = (...args: unknown[]) => unknown;
type Add = (name: string, body?: Body) => void;
type Hook = (body: Body) => void;
interface Test extends Add {
  each: (...table: unknown[]) => Add;
  skip: Add;
}

interface Globals {
  expect: unknown;
  describe: unknown;
  jest: unknown;
  test: Test;
  beforeAll: Hook;
  afterAll: Hook;
  beforeEach: Hook;
  afterEach: Hook;
}

/** None takes half a minute, but a busy machine may need many times as long. */
const maxMs = 180_000;

/** The runner's own globals, which are replaced below. */
const given = { ...(globalThis as unknown as Globals) };

export const { expect, describe, jest } = given;
export const test = Object.assign(timedTest(given.test), {
  each: (...table: unknown[]) => timedTest(given.test.each(...table)),
  skip: given.test.skip,
});
export const it = test;
export const beforeAll = timedHook(given.beforeAll);
export const afterAll = timedHook(given.afterAll);
export const beforeEach = timedHook(given.beforeEach);
export const afterEach = timedHook(given.afterEach);

function timedTest(add: Add) {
  return (name: string, body: Body, limitMs = maxMs) => add(name, within(limitMs, body));
}

function timedHook(add: Hook) {
  return (body: Body, limitMs = maxMs) => add(within(limitMs, body));
}

function within(limitMs: number, body: Body): Body {
  return async (...args) => {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise((_, reject) => {
      const error = new Error(`took longer than ${limitMs} ms`);
      timer = setTimeout(() => reject(error), limitMs);
    });
    try {
      await Promise.race([body(...args), tooLong]);
    } finally {
      clearTimeout(timer);
    }
  };
}

Object.assign(globalThis, { test, it, beforeAll, afterAll, beforeEach, afterEach });
