import path from 'node:path';
import { asModule } from '@studio/contract/packages/specifier';
import { parse } from 'es-module-lexer';
import type { OutputChunk } from 'rolldown';

type Chunk = Pick<OutputChunk, 'code' | 'fileName'>;

/** The static imports in a chunk's code: the bundler's list lacks modules that are re-exported as a whole. */
export function importsIn({ code, fileName }: Chunk): string[] {
  const [imports] = parse(code);
  return imports.flatMap(({ n, d }) => {
    if (n === undefined || d !== -1) return [];
    return n.startsWith('.') ? path.posix.join(path.posix.dirname(fileName), n) : n;
  });
}

/**
 * Replaces the relative imports between chunks by addresses, because a module's address differs from the path of its
 * code. What is imported with its type, such as JSON, is not asked for as a module.
 */
export function withAddresses({ code, fileName }: Chunk, addresses: ReadonlyMap<string, string>): string {
  const [imports] = parse(code);
  let result = '';
  let at = 0;
  for (const { n = '', s, e, d, a } of imports) {
    const isTyped = a !== -1 && n.endsWith(asModule);
    const address = isTyped
      ? n.slice(0, -asModule.length)
      : n.startsWith('.') && addresses.get(path.posix.join(path.posix.dirname(fileName), n));
    if (!address) continue;
    // The range of a dynamic import includes its quotes.
    result += code.slice(at, s) + (d >= 0 ? JSON.stringify(address) : address);
    at = e;
  }
  return result + code.slice(at);
}
