/** A command of the palette. */
export interface Command {
  group: string;
  label: string;
  /** Its shortcut, as the help sheet shows it. */
  keys?: string | undefined;
  /** Why it is unavailable, in a sentence; undefined if it is available. */
  unavailable?: string | undefined;
  run: () => void | Promise<void>;
}

/** The commands that contain every typed word, ignoring case; those whose label begins with the text come first. */
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
