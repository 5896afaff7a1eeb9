/**
 * The language's own functions, saved before user code can replace them. Code that inspects a project's values uses
 * only these and plain loops, so that it neither runs nor depends on anything of the project.
 */
export const { apply, getPrototypeOf, getOwnPropertyDescriptor, ownKeys } = Reflect;
export const { isArray } = Array;
const { hasOwn } = Object;

type Result<Method> = Method extends (...args: never[]) => infer Returned ? Returned : never;

/** A built-in method as a function of its object. It throws for an object of another kind. */
export function method<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
): (self: unknown, ...args: unknown[]) => Result<Owner[Name]> {
  const native = owner[name] as () => Result<Owner[Name]>;
  return (self, ...args) => apply<unknown, unknown[], Result<Owner[Name]>>(native, self, args);
}

/** A built-in getter as a function of its object. It throws for an object of another kind. */
export function getter<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
): (self: unknown) => Owner[Name] {
  const native = getOwnPropertyDescriptor(owner, name)?.get as () => Owner[Name];
  return (self) => apply<unknown, unknown[], Owner[Name]>(native, self, []);
}

/** True where a descriptor holds a value, not an accessor. */
export function holdsValue(descriptor: PropertyDescriptor | undefined): descriptor is { value: unknown } {
  return descriptor !== undefined && hasOwn(descriptor, 'value');
}

/** A document's own methods and parts, which an element of the page can hide: `<img name="close">`. */
export const createElement = method(Document.prototype, 'createElement');
export const findFirst = method(Document.prototype, 'querySelector');
export const headOf = getter(Document.prototype, 'head');
export const rootOf = getter(Document.prototype, 'documentElement');

export const slice = method(String.prototype, 'slice');
export const indexOf = method(String.prototype, 'indexOf');
export const lastIndexOf = method(String.prototype, 'lastIndexOf');
export const lower = method(String.prototype, 'toLowerCase');
