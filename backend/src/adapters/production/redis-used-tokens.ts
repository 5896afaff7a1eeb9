import { Injectable } from '@nestjs/common';
import { UsedTokens } from '../../ports/used-tokens.js';
import { RedisConnection } from './redis-connection.js';

/** Clocks of replicas may be so far apart: a token that has ended here may still be good there. */
const clocksApartMs = 60 * 60_000;

/** Used tokens as keys that only the first can set, and that Redis forgets by itself. */
@Injectable()
export class RedisUsedTokens extends UsedTokens {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async markUsed(name: string, until: Date): Promise<boolean> {
    const left = Math.max(0, until.getTime() - Date.now());
    const expiration = { type: 'PX', value: left + clocksApartMs } as const;
    const answer = await this.redis.run((client) =>
      client.set(`used-token:${name}`, '1', { condition: 'NX', expiration }),
    );
    return answer !== null;
  }
}
