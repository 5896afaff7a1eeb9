import { Controller, Logger, Res } from '@nestjs/common';
import type { Liveness, Readiness } from '@studio/contract/http/health';
import { routes } from '@studio/contract/routes';
import type { Response } from 'express';
import { Draining } from '../../common/http/draining.js';
import { Endpoint } from '../../common/http/endpoint.js';
import { Database } from '../../database/database.js';
import { AssetStorage } from '../../ports/asset-storage.js';
import { BackingServices } from '../../ports/backing-services.js';
import { StoragePairingService } from '../assets/reconciliation/storage-pairing.service.js';

/** Longer than any healthy response, shorter than the timeout of any prober. */
const timeoutMs = 1_500;

@Controller()
export class HealthController {
  readonly #logger = new Logger('health');
  readonly #down = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly pairing: StoragePairingService,
    private readonly services: BackingServices,
    private readonly draining: Draining,
  ) {}

  @Endpoint(routes.live)
  live(): Liveness {
    return { status: 'ok' };
  }

  @Endpoint(routes.ready)
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const pings = {
      database: () => this.database.ping(),
      storage: () => this.#askStorage(),
      ...this.services.pings,
    };
    const states = Object.entries(pings).map(async ([name, ping]) => {
      const fault = await faultOf(ping());
      this.#logChange(name, fault);
      return [name, fault === null ? 'up' : 'down'] as const;
    });
    const parts = Object.fromEntries(await Promise.all(states));
    const status = this.#statusOf(parts);
    if (status !== 'ready') response.status(503);
    return { status, parts };
  }

  /** One line when a part goes down and one when it is up again. A studio that stops closes its parts itself. */
  #logChange(name: string, fault: string | null): void {
    if (this.draining.begun || this.#down.has(name) === (fault !== null)) return;
    if (fault === null) {
      this.#down.delete(name);
      this.#logger.log(`${name} is up again.`);
    } else {
      this.#down.add(name);
      this.#logger.error(`Not ready: ${name} is down: ${fault}`);
    }
  }

  async #askStorage(): Promise<void> {
    await this.storage.ping();
    await this.pairing.ensure();
  }

  #statusOf(parts: Readiness['parts']): Readiness['status'] {
    if (this.draining.begun) return 'draining';
    return Object.values(parts).includes('down') ? 'unavailable' : 'ready';
  }
}

/** @returns why a part is down; null: it is up. */
function faultOf(ping: Promise<void>): Promise<string | null> {
  const answered = ping.then(() => null, String);
  const { promise: tooLate, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(`no answer within ${timeoutMs} ms`), timeoutMs);
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
}
