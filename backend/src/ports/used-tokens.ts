/** Remembers which tokens that are good for one use have been used, by the name that each bears. */
export abstract class UsedTokens {
  /**
   * Uses a token up. Asking and remembering are one step, so that of calls in parallel exactly one succeeds.
   * @param until when the token ends by itself; it must be remembered so long.
   * @returns whether this was its first use.
   */
  abstract markUsed(name: string, until: Date): Promise<boolean>;
}
