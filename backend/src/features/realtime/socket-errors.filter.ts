import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { ApiError } from '../../common/errors/api-error.js';
import { isDatabaseAway, isDatabaseBusy } from '../../common/errors/database-errors.js';

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
