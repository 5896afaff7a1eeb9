/** How many results a stage remembers: enough for the last few edits and for undoing them. */
const maxResults = 8;

/**
 * The function with its latest results cached by the content of its argument, which is plain data: a stage whose input
 * did not change does not run again.
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
    // Failures are not cached.
    if (!known) result.catch(() => results.delete(key));
    results.set(key, result);
    for (const oldest of results.keys()) {
      if (results.size <= maxResults) break;
      results.delete(oldest);
    }
    return result;
  };
}
