/** Text between spaces and quotes: classes in attributes and in strings, whatever language they stand in. */
const quoted = /[^\s"'`]+/g;

/** The same text with its brackets whole, quotes in them included, and cut at the signs of markup and code around them. */
const bracketed = /(?:[^\s"'`<>={};,[\]()]|\[(?:[^\s[\]]|\[[^\s[\]]*\])*\]|\((?:[^\s()]|\([^\s()]*\))*\))+/g;

/** Longer than any class; what is longer is data. */
const longest = 300;

/**
 * All that may be a Tailwind class in the texts, in one pass over each and without understanding any of them: Tailwind
 * itself leaves out what is none.
 */
export function findCandidates(...texts: string[]): Set<string> {
  const candidates = new Set<string>();
  for (const text of texts) {
    for (const pattern of [quoted, bracketed]) {
      for (const [word] of text.matchAll(pattern)) {
        const candidate = word.replace(/[.:,;]$/, '');
        if (candidate !== '' && candidate.length <= longest) candidates.add(candidate);
      }
    }
  }
  return candidates;
}
