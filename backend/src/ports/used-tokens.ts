/** Stores the names of single-use tokens that have been used. */
export abstract class UsedTokens {
  /**
   * Marks a token as used. Checking and marking are one step, so that exactly one of several parallel calls succeeds.
   * @param until when the token expires by itself; the name is stored at least until then.
   * @returns whether this was its first use.
   */
  abstract markUsed(name: string, until: Date): Promise<boolean>;
}
