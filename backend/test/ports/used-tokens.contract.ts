import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/common/ids.js';
import type { UsedTokens } from '../../src/ports/used-tokens.js';

const later = () => new Date(Date.now() + 60_000);

/** The tests for every store of used tokens. */
export function usedTokensContract(name: string, subject: () => UsedTokens): void {
  describe(`used tokens in ${name}`, () => {
    let tokens: UsedTokens;
    beforeAll(() => {
      tokens = subject();
    });

    it('are used once, independently of each other', async () => {
      const [one, other] = [newId(), newId()];
      expect(await tokens.markUsed(one, later())).toBe(true);
      expect(await tokens.markUsed(one, later())).toBe(false);
      expect(await tokens.markUsed(other, later())).toBe(true);
    });

    it('are used by one of twenty simultaneous calls', async () => {
      const name = newId();
      const uses = await Promise.all(Array.from({ length: 20 }, () => tokens.markUsed(name, later())));
      expect(uses.filter(Boolean)).toHaveLength(1);
    });

    it('are used once even if they have expired by the clock of this replica', async () => {
      const name = newId();
      const ended = new Date(Date.now() - 1_000);
      expect(await tokens.markUsed(name, ended)).toBe(true);
      expect(await tokens.markUsed(name, ended)).toBe(false);
    });
  });
}
