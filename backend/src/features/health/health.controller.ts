import { Controller, Res } from '@nestjs/common';
import type { Liveness, Readiness } from '@studio/contract/http/health';
import { routes } from '@studio/contract/routes';
import type { Response } from 'express';
import { Draining } from '../../common/draining.js';
import { Endpoint } from '../../common/endpoint.js';
import { Database } from '../../database/database.js';
import { AssetStorage } from '../../ports/asset-storage.js';

/** Longer than any healthy answer, shorter than any prober's patience. */
const patienceMs = 1_500;

@Controller()
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly draining: Draining,
  ) {}

  @Endpoint(routes.live)
  live(): Liveness {
    return { status: 'ok' };
  }

  @Endpoint(routes.ready)
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const [database, storage] = await Promise.all([
      stateOf(this.database.ping()),
      stateOf(this.storage.ping()),
    ]);
    const parts = { database, storage };
    const status = this.#statusOf(Object.values(parts));
    if (status !== 'ready') response.status(503);
    return { status, parts };
  }

  #statusOf(parts: ('up' | 'down')[]): Readiness['status'] {
    if (this.draining.begun) return 'draining';
    return parts.includes('down') ? 'unavailable' : 'ready';
  }
}

function stateOf(ping: Promise<void>): Promise<'up' | 'down'> {
  const answered = ping.then(
    () => 'up' as const,
    () => 'down' as const,
  );
  const { promise: tooLate, resolve } = Promise.withResolvers<'down'>();
  const timer = setTimeout(() => resolve('down'), patienceMs);
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
}
