/** Remembers which one-time tokens have been used, by their names. */
export abstract class UsedTokens {
  /**
   * Marks a token as used. Checking and marking are one step, so that exactly one of several parallel calls succeeds.
   * @param until when the token ends by itself; it must be remembered so long.
   * @returns whether this was its first use.
   */
  abstract markUsed(name: string, until: Date): Promise<boolean>;
}
