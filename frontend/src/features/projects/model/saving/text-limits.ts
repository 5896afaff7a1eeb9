import { limits } from '@studio/contract/limits';
import { numberText } from '@/lib/count-of.ts';
import type { ProjectState } from '../project-state.ts';
import { type Content, contentOf } from '../working-project.ts';

/** The reason to show now; for a text changed since, by how much it still exceeds the limit. */
export function rejectionReason({ rejection, project }: ProjectState): string | null {
  return rejection?.kind === 'limit' ? describeExcess(contentOf(project)) : (rejection?.reason ?? null);
}

const sources = [
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['js', 'JavaScript'],
] as const;
const texts = [
  ['title', 'title', limits.titleLength],
  ['description', 'description', limits.descriptionLength],
] as const;

/** What exceeds the contract's limits (UTF-8 bytes or UTF-16 units), and by how much; null if everything fits. */
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
  return `${what} has ${numberText(count)} of at most ${numberText(limit)} ${unit}: ${numberText(count - limit)} too many.`;
}

/** Encodes the text only if it could exceed the limit. */
function sizeOf(text: string): number {
  return text.length * 3 <= limits.sourceBytes ? text.length : new TextEncoder().encode(text).length;
}
