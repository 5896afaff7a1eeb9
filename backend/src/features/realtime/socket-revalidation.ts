import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AuthService } from '../auth/auth.service.js';
import type { StudioServer } from './socket-adapter.js';

const revalidateEveryMs = 60_000;

/**
 * Cuts off the sockets of this process whose session or role has ended where nobody told them, as by the command line.
 * Those who still have a session connect again, with the rights of that moment.
 */
@Injectable()
export class SocketRevalidation implements BeforeApplicationShutdown {
  readonly #logger = new Logger('sockets');
  #server: StudioServer | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly auth: AuthService) {}

  start(server: StudioServer): void {
    this.#server = server;
    this.#lookLater();
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.#timer);
    this.#server = null;
  }

  /** Asks for one session after another, so that many of them are no rush. */
  async revalidate(): Promise<void> {
    const sockets = [...(this.#server?.sockets.sockets.values() ?? [])];
    const bySession = Map.groupBy(
      sockets,
      ({ data: { caller } }) => `${caller?.sessionId} ${caller?.isAdmin}`,
    );
    for (const ofOne of bySession.values()) {
      const caller = ofOne[0]?.data.caller ?? null;
      if (caller === null || (await this.auth.isLive(caller))) continue;
      for (const socket of ofOne) socket.disconnect(true);
    }
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      void this.revalidate()
        .catch((error: unknown) => this.#logger.error({ err: error }))
        .then(() => this.#server && this.#lookLater());
    }, revalidateEveryMs);
  }
}
