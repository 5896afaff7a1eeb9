/** One thing that a person can have done, wherever on the page its control stands. */
export interface Command {
  group: string;
  label: string;
  /** The keys that do the same, as the help sheet writes them. */
  keys?: string | undefined;
  /** Why it cannot be done now, in a sentence; missing where it can. */
  unavailable?: string | undefined;
  run: () => void | Promise<void>;
}

/** The commands whose group and label hold every typed word, in any case; those whose label begins with the text come first. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const found = commands.filter(({ group, label }) => {
    const name = `${group} ${label}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  if (text === '') return found;
  return found.toSorted((a, b) => Number(begins(b, text)) - Number(begins(a, text)));
}

const begins = ({ label }: Command, text: string) => label.toLowerCase().startsWith(text);
