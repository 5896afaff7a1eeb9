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
import { isDatabaseBusy, isDatabaseUnavailable } from '../../common/errors/database-errors.js';
import type { StudioSocket } from './socket-adapter.js';

/** Handles the events of a socket in order, so that an unwatch never overtakes its watch. */
@Injectable()
export class SequentialEventsInterceptor implements NestInterceptor {
  readonly #lastHandled = new WeakMap<StudioSocket, Promise<unknown>>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const socket = context.switchToWs().getClient<StudioSocket>();
    const previous = this.#lastHandled.get(socket) ?? Promise.resolve();
    // Events that were waiting when the socket closed are dropped.
    const handled = previous.then(() => (socket.connected ? lastValueFrom(next.handle()) : undefined));
    this.#lastHandled.set(
      socket,
      handled.catch(() => undefined),
    );
    return from(handled);
  }
}

/** Removes fields from an acknowledgement that the contract does not name. */
@Injectable()
export class AcknowledgementInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { ack } = clientEvents[context.switchToWs().getPattern() as ClientEvent];
    return next.handle().pipe(map((response: unknown) => ack.parse(response)));
  }
}

type Acknowledge = (result: { ok: false; error: string }) => void;

/** Reports a failed event in its acknowledgement, if it has one (specification: Sockets). */
@Catch()
export class SocketErrorsFilter implements ExceptionFilter {
  readonly #logger = new Logger('sockets');

  catch(error: unknown, host: ArgumentsHost): void {
    const acknowledge = host.getArgs<unknown[]>().find((argument) => typeof argument === 'function');
    (acknowledge as Acknowledge | undefined)?.({ ok: false, error: this.#messageOf(error) });
  }

  #messageOf(error: unknown): string {
    if (error instanceof ApiError) return error.message;
    this.#logger.error({ err: error });
    if (isDatabaseUnavailable(error))
      return 'The server cannot reach its database. Please try again in a moment.';
    if (isDatabaseBusy(error)) return 'The server is busy. Please try again in a moment.';
    return 'Something went wrong on the server. Please try again.';
  }
}
