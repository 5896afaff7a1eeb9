import {
  type ArgumentsHost,
  type CallHandler,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { type ClientEvent, clientEvents } from '@studio/contract/realtime';
import { from, lastValueFrom, map, type Observable } from 'rxjs';
import { ApiError } from '../../common/errors/api-error.js';
import { isDatabaseAway, isDatabaseBusy } from '../../common/errors/database-errors.js';
import type { StudioSocket } from './socket-adapter.js';

/** The events of one socket are dealt with one after another, so that an unwatch never overtakes its watch. */
@Injectable()
export class SequentialEventsInterceptor implements NestInterceptor {
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

/** An acknowledgement leaves as the contract describes it; a field that it does not name stays here. */
@Injectable()
export class AcknowledgementInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { ack } = clientEvents[context.switchToWs().getPattern() as ClientEvent];
    return next.handle().pipe(map((answer: unknown) => ack.parse(answer)));
  }
}

type Acknowledge = (answer: { ok: false; error: string }) => void;

/** An event that fails answers in its acknowledgement, as CONTRACT 3 says; without one there is nobody to tell. */
@Catch()
export class SocketErrorsFilter implements ExceptionFilter {
  readonly #logger = new Logger('sockets');

  catch(error: unknown, host: ArgumentsHost): void {
    const acknowledge = host.getArgs<unknown[]>().find((argument) => typeof argument === 'function');
    (acknowledge as Acknowledge | undefined)?.({ ok: false, error: this.#sentence(error) });
  }

  #sentence(error: unknown): string {
    if (error instanceof ApiError) return error.message;
    this.#logger.error({ err: error });
    if (isDatabaseAway(error)) return 'The server cannot reach its storage.';
    if (isDatabaseBusy(error)) return 'The server is busy.';
    return 'Something went wrong on the server. Please try again.';
  }
}
