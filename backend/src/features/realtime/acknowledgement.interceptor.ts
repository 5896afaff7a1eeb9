import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type ClientEvent, clientEvents } from '@studio/contract/realtime';
import { map, type Observable } from 'rxjs';

/** An acknowledgement leaves as the contract describes it; a field that it does not name stays here. */
@Injectable()
export class AcknowledgementInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { ack } = clientEvents[context.switchToWs().getPattern() as ClientEvent];
    return next.handle().pipe(map((answer: unknown) => ack.parse(answer)));
  }
}
