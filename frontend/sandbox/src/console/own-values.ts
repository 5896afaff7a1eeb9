import { getOwnPropertyDescriptor, getPrototypeOf, holdsValue } from '../runner/natives';
import { proxyTarget } from './proxies';

/** A property's value, found on the object or above it; undefined where getting at it would run code of the page. */
export function valueAt(value: object, key: string): unknown {
  for (let at: object | null = value; at && !proxyTarget(at); at = getPrototypeOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, key);
    if (descriptor) return holdsValue(descriptor) ? descriptor.value : undefined;
  }
  return undefined;
}

/** The name of the class that made an object; empty for plain objects. */
export function constructorName(value: object): string {
  const maker = valueAt(value, 'constructor');
  if (typeof maker !== 'function') return '';
  const name = valueAt(maker, 'name');
  return typeof name === 'string' && name !== 'Object' ? name : '';
}

/** `instanceof`, without asking the class or a proxy. */
export function inherits(value: object, prototype: object): boolean {
  let at: object | null = value;
  while (at && at !== prototype) at = proxyTarget(at) ? null : getPrototypeOf(at);
  return at === prototype;
}
