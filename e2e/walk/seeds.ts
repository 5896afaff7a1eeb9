/** Walks of the nightly tests. A fault that a walk finds first becomes a test in `specs/saving/lifecycle.spec.ts`. */
export const keptWalks: readonly { seed: number; steps: number }[] = [{ seed: 1, steps: 15 }];
