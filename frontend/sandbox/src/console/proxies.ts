import { method } from '../runner/natives';

const targets = new WeakMap<object, object>();
const remember = method(WeakMap.prototype, 'set');
const recall = method(WeakMap.prototype as WeakMap<object, object>, 'get');

/** Remembers what each proxy of the page stands for: looking at a proxy itself would run the page's traps. */
export function watchProxies(): void {
  const Native = Proxy;
  const { construct, apply } = Reflect;
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

/** What a proxy stands for; undefined for anything else. */
export function proxyTarget(value: object): object | undefined {
  return recall(targets, value);
}
