import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { StudioSocket } from './studio-socket.js';

/** The events of one socket are dealt with one after another, so that an unwatch never overtakes its watch. */
@Injectable()
export class InTurnInterceptor implements NestInterceptor {
  readonly #turns = new WeakMap<StudioSocket, Promise<unknown>>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const socket = context.switchToWs().getClient<StudioSocket>();
    const before = this.#turns.get(socket) ?? Promise.resolve();
    // What a socket had still waiting when it was closed is no work any more.
    const turn = before.then(() => (socket.connected ? lastValueFrom(next.handle()) : undefined));
    this.#turns.set(
      socket,
      turn.catch(() => undefined),
    );
    return from(turn);
  }
}
