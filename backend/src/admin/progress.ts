const everyMs = 1_000;

/** Writes lines to stderr, at most one in a second, so that a long command shows how far it is. */
export function startProgress(): (line: string) => void {
  let nextAt = performance.now() + everyMs;
  return (line) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + everyMs;
    process.stderr.write(`${line}\n`);
  };
}
