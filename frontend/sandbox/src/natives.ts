/**
 * The language's own functions, kept before user code runs, which may replace any of them. Code that looks at a
 * project's values uses these, counts with plain loops, and so neither runs nor relies on anything of the project.
 */
export const { apply, getPrototypeOf, getOwnPropertyDescriptor, ownKeys } = Reflect;
export const { isArray } = Array;
const { hasOwn } = Object;

type Method<Result> = (self: unknown, ...args: unknown[]) => Result;

/** A built-in method as a function of its object. It throws for an object of another kind. */
export function method<Result>(owner: object, name: PropertyKey): Method<Result> {
  const native = (owner as Record<PropertyKey, (...args: unknown[]) => Result>)[name];
  return (self, ...args) => apply(native as () => Result, self, args);
}

/** A built-in getter as a function of its object. It throws for an object of another kind. */
export function getter<Result>(owner: object, name: PropertyKey): (self: unknown) => Result {
  const native = getOwnPropertyDescriptor(owner, name)?.get as () => Result;
  return (self) => apply(native, self, []);
}

/** True where a descriptor holds a value, not an accessor. */
export function holdsValue(descriptor: PropertyDescriptor | undefined): descriptor is { value: unknown } {
  return descriptor !== undefined && hasOwn(descriptor, 'value');
}

export const slice = method<string>(String.prototype, 'slice');
export const indexOf = method<number>(String.prototype, 'indexOf');
