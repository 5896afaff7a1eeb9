import { Controller, Res } from '@nestjs/common';
import type { Liveness, Readiness } from '@studio/contract/http/health';
import { routes } from '@studio/contract/routes';
import type { Response } from 'express';
import { Endpoint } from '../../common/endpoint.js';
import { Database } from '../../database/database.js';

/** Longer than any healthy answer, shorter than any prober's patience. */
const patienceMs = 1_500;

@Controller()
export class HealthController {
  constructor(private readonly database: Database) {}

  @Endpoint(routes.live)
  live(): Liveness {
    return { status: 'ok' };
  }

  @Endpoint(routes.ready)
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const parts = { database: (await answersInTime(this.database.ping())) ? 'up' : 'down' } as const;
    const ready = Object.values(parts).every((state) => state === 'up');
    if (!ready) response.status(503);
    return { status: ready ? 'ready' : 'unavailable', parts };
  }
}

function answersInTime(ping: Promise<void>): Promise<boolean> {
  const answered = ping.then(
    () => true,
    () => false,
  );
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
}
