import {
  apply,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  holdsValue,
  method,
  slice,
} from '../runner/natives';

/** A property's value, own or inherited; undefined if reading it would run code of the page. */
export function valueAt(value: object, key: string | symbol): unknown {
  for (let at: object | null = value; at && !proxyTarget(at); at = getPrototypeOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, key);
    if (descriptor) return holdsValue(descriptor) ? descriptor.value : undefined;
  }
  return undefined;
}

/** In characters: a page may give a class any name. */
const maxNameLength = 200;
const { toStringTag } = Symbol;

/** Iterators whose name in browsers is not their tag. */
const iterators: Record<string, string | null> = {
  __proto__: null,
  'Map Iterator': 'MapIterator',
  'Set Iterator': 'SetIterator',
  'String Iterator': 'StringIterator',
  'RegExp String Iterator': 'RegExpStringIterator',
};

/** The name of the class that made an object, or else its tag (`Math`, `Generator`); empty for plain objects. */
export function constructorName(value: object): string {
  const maker = valueAt(value, 'constructor');
  const made = typeof maker === 'function' ? valueAt(maker, 'name') : '';
  if (typeof made === 'string' && made !== '' && made !== 'Object') return slice(made, 0, maxNameLength);
  const tag = valueAt(value, toStringTag);
  return typeof tag === 'string' ? (iterators[tag] ?? slice(tag, 0, maxNameLength)) : '';
}

/** Like `instanceof`, but never calls `Symbol.hasInstance` or a proxy's traps. */
export function inherits(value: object, prototype: object): boolean {
  let at: object | null = value;
  while (at && at !== prototype) at = proxyTarget(at) ? null : getPrototypeOf(at);
  return at === prototype;
}

const sourceOf = method(Function.prototype, 'toString');
const match = method(RegExp.prototype, 'exec');
/** Only native functions have this source. */
const browserSource = /^[^{]*\{\s*\[native code\]\s*\}$/;

/** True for a native getter: calling it runs no code of the page. A bound function of the page has another name. */
export function isBrowserGetter(get: (() => unknown) | undefined): get is () => unknown {
  const name = get && valueAt(get, 'name');
  return (
    typeof name === 'string' && slice(name, 0, 4) === 'get ' && match(browserSource, sourceOf(get)) !== null
  );
}

const { prototype: promises } = Promise;
const then = method(promises, 'then');
const ignore = () => {};

/** What a native getter returns for an object. */
export function readNative(get: () => unknown, value: object): unknown {
  const read = () => apply<unknown, unknown[], unknown>(get, value, []);
  const held = read();
  if (typeof held !== 'object' || held === null || !inherits(held, promises)) return held;
  // For an object of another class it is a new, rejected promise each time, which nobody else could handle.
  const again = read();
  if (again !== held) {
    void then(held, ignore, ignore);
    void then(again, ignore, ignore);
  }
  return held;
}

const targets = new WeakMap<object, object>();
const remember = method(WeakMap.prototype, 'set');
const recall = method(WeakMap.prototype as WeakMap<object, object>, 'get');

/** Records the target of each proxy of the page: reading a proxy itself would run the page's traps. */
export function watchProxies(): void {
  const Native = Proxy;
  const { construct } = Reflect;
  const watched = <Made extends object>(made: Made, target: unknown, proxy: object): Made => {
    remember(targets, proxy, target);
    return made;
  };
  const revocable = new Native(Native.revocable, {
    apply(native, self, args: [object, ProxyHandler<object>]) {
      const made = apply(native, self, args);
      return watched(made, args[0], made.proxy);
    },
  });
  Native.revocable = revocable;
  window.Proxy = new Native(Native, {
    construct(native, args: [object, ProxyHandler<object>], newTarget: () => void) {
      const proxy = construct(native, args, newTarget) as object;
      return watched(proxy, args[0], proxy);
    },
  });
}

/** The target of a proxy; undefined for anything else. */
export function proxyTarget(value: object): object | undefined {
  return recall(targets, value);
}
