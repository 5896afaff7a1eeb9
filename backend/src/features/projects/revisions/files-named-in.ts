const maxFilesChecked = 500;

/** The address of a user's file on any host: its key and its name. */
const fileAddress = /\/assets\/([0-9a-z]{16})\/([^\s"'`()<>?#\\/]{1,600})/g;

/** The files whose addresses the code contains: names by key. */
export function filesNamedIn(sources: string[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const source of sources) {
    for (const [, key, name] of source.matchAll(fileAddress)) {
      if (named.size >= maxFilesChecked) return named;
      if (key !== undefined && name !== undefined && !named.has(key)) named.set(key, decoded(name));
    }
  }
  return named;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
