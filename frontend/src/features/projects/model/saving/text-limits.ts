import { limits } from '@studio/contract/limits';
import type { Content } from '../working-project.ts';

const sources = [
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['js', 'JavaScript'],
] as const;
const texts = [
  ['title', 'title', limits.titleLength],
  ['description', 'description', limits.descriptionLength],
] as const;

/** What is longer than the contract allows, by how much; null where everything fits. Sizes are UTF-8 bytes, lengths UTF-16 units. */
export function describeExcess(content: Content): string | null {
  const found = [
    ...sources.map(([field, name]) =>
      tooMany(`The ${name}`, sizeOf(content[field]), limits.sourceBytes, 'bytes (1 MiB)'),
    ),
    ...texts.map(([field, name, limit]) =>
      tooMany(`The ${name}`, content[field].length, limit, 'characters'),
    ),
  ].filter((sentence) => sentence !== null);
  return found.length === 0 ? null : found.join(' ');
}

function tooMany(what: string, count: number, limit: number, unit: string): string | null {
  if (count <= limit) return null;
  return `${what} has ${number(count)} of at most ${number(limit)} ${unit}: ${number(count - limit)} too many.`;
}

const number = (value: number) => value.toLocaleString('en');

/** Looked at closely only where it could be too much. */
function sizeOf(text: string): number {
  return text.length * 3 <= limits.sourceBytes ? text.length : new TextEncoder().encode(text).length;
}
