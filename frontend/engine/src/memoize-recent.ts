/** How many results a stage remembers: those of the last few edits, and of going back and forth between them. */
const remembered = 8;

/**
 * The same function, with its latest results remembered by the content of its argument, which is plain data. A stage
 * whose input did not change is not run again.
 */
export function memoizeRecent<Input, Output>(
  compute: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const results = new Map<string, Promise<Output>>();
  return (input) => {
    const key = JSON.stringify(input);
    const known = results.get(key);
    if (known) results.delete(key);
    const result = known ?? compute(input);
    // What failed is tried again.
    if (!known) result.catch(() => results.delete(key));
    results.set(key, result);
    for (const oldest of results.keys()) {
      if (results.size <= remembered) break;
      results.delete(oldest);
    }
    return result;
  };
}
