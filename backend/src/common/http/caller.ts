import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Who makes a call, as the session says right now. */
export interface Caller {
  userId: string;
  sessionId: string;
  isAdmin: boolean;
}

/** Somebody who looks at a project: a signed-in caller, else an address. */
export interface Viewer {
  caller: Caller | null;
  address: string;
}

/** The caller of a route with `required` access, or null on an `optional` one without a token. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | null =>
    (context.switchToHttp().getRequest<Request>().user as Caller | undefined) ?? null,
);
