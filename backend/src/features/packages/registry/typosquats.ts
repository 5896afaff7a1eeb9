import leven from 'leven';
import { type FoundVersion, RegistryRefusal } from './registry-jobs.js';

/** How many days after its first version a package counts as new. */
const newDays = 90;

/**
 * Refuses a new package whose name differs by one letter from a known one, because it may have been published for
 * people who mistype that name. Older ones are accepted: npm has had time to remove bad ones.
 * @param names known names: those of the shelf and of built-in packages
 */
export function refuseTyposquat({ name, firstPublished }: FoundVersion, names: Iterable<string>): void {
  const isNew = firstPublished !== null && Date.now() - firstPublished < newDays * 86_400_000;
  if (!isNew) return;
  for (const known of names) {
    if (known === name) return;
    if (!isOneLetterFrom(name, known)) continue;
    const since = new Date(firstPublished).toISOString().slice(0, 10);
    const message = `"${name}" is not "${known}": it was first published on ${since}, under a name that is one letter away. Did you mean "${known}"?`;
    throw new RegistryRefusal('refused', message, [known]);
  }
}

/** Whether names differ by one letter, or by two neighbouring letters that are swapped. */
function isOneLetterFrom(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false;
  const distance = leven(name, known);
  if (distance === 1) return true;
  const differing = Array.from(name).flatMap((letter, index) => (letter === known[index] ? [] : [index]));
  const [first = 0, second = 0] = differing;
  return (
    distance === 2 &&
    name.length === known.length &&
    differing.length === 2 &&
    second === first + 1 &&
    name[first] === known[second] &&
    name[second] === known[first]
  );
}
