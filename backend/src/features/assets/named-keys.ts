/** A key stands by itself, as it does in an address. */
const key = /(?<![0-9A-Za-z])[0-9a-z]{16}(?![0-9A-Za-z])/g;

/** Everything in these texts that may be the key of an asset, each once. */
export function namedKeys(texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(key) ?? []))];
}
