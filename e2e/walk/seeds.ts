/** Walks that every test run takes. What a walk has found is first a test of its own in `e2e/specs/saving/lifecycle.spec.ts`. */
export const keptWalks: readonly { seed: number; steps: number }[] = [{ seed: 1, steps: 15 }];
