import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AuthService } from '../auth/auth.service.js';
import type { StudioServer } from './socket-adapter.js';

const revalidateEveryMs = 60_000;

/**
 * Disconnects sockets of this process whose session or role has ended without an event, for example by the command
 * line. Users who still have a session reconnect with their present rights.
 */
@Injectable()
export class SocketRevalidation implements BeforeApplicationShutdown {
  readonly #logger = new Logger('sockets');
  #server: StudioServer | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly auth: AuthService) {}

  start(server: StudioServer): void {
    this.#server = server;
    this.#scheduleNext();
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.#timer);
    this.#server = null;
  }

  /** Checks one session after another, so that many sessions cause no peak of load. */
  async revalidate(): Promise<void> {
    const sockets = [...(this.#server?.sockets.sockets.values() ?? [])];
    const bySession = Map.groupBy(
      sockets,
      ({ data: { caller } }) => `${caller?.sessionId} ${caller?.isAdmin}`,
    );
    for (const sameSession of bySession.values()) {
      const caller = sameSession[0]?.data.caller ?? null;
      if (caller === null || (await this.auth.isLive(caller))) continue;
      for (const socket of sameSession) socket.disconnect(true);
    }
  }

  #scheduleNext(): void {
    this.#timer = setTimeout(() => {
      void this.revalidate()
        .catch((error: unknown) => this.#logger.error({ err: error }))
        .then(() => this.#server && this.#scheduleNext());
    }, revalidateEveryMs);
  }
}
