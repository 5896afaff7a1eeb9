/** The same runs each time, so that what failed once fails again; fast-check then looks for the shortest that does. */
export function randomRuns(numRuns: number): { numRuns: number; seed: number } {
  return { numRuns, seed: 8 };
}
