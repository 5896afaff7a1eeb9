import { extensionOf } from '@studio/contract/http/assets';

/** Room enough to tell files apart, and for paths on any system. */
const longestStem = 80;
/** Names of devices on Windows, whatever follows their first dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A file's name in the package for each address: letters, digits, `.`, `-` and `_` alone, no two the same where case
 * does not count, none that a system keeps for itself. They need no quotes and no escapes wherever they are named.
 */
export function entryNames(addresses: Iterable<string>): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const address of addresses) {
    const name = freeName(safeName(address), taken);
    taken.add(name.toLowerCase());
    names.set(address, name);
  }
  return names;
}

function safeName(address: string): string {
  const last =
    decoded(address.slice(address.lastIndexOf('/') + 1))
      .split(/[/\\]/)
      .at(-1) ?? '';
  const plain = last
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\w.-]/g, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '');
  const extension = extensionOf(last);
  const stem = plain.slice(0, -extension.length - 1).slice(0, longestStem) || 'file';
  return `${device.test(stem) ? '_' : ''}${stem}.${extension}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = `${name.slice(0, dot)}_${count}${name.slice(dot)}`;
  return free;
}
