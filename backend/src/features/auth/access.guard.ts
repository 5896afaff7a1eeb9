import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { projectRoutes } from '@studio/contract/http/projects';
import type { Request } from 'express';
import { ApiError, unauthorized } from '../../common/api-error.js';
import type { Caller } from '../../common/caller.js';
import { routeOf } from '../../common/endpoint.js';
import { bearerToken } from './session-token.js';

/**
 * Lets a call through as its route's `access` says. A dead token is 401 wherever tokens are read, never anonymous, but for
 * the read of an embed, which needs none (SPEC 7).
 */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    // A socket has been let in, or not, by its handshake.
    if (context.getType() !== 'http') return true;
    const access = routeOf(context.getHandler())?.access ?? 'required';
    if (access === 'none') return true;
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (bearerToken(headers.authorization) === null) {
      if (access === 'optional') return true;
      throw unauthorized();
    }
    return super.canActivate(context) as Promise<boolean>;
  }

  override handleRequest<TUser extends Caller>(
    error: unknown,
    caller: TUser | false | null,
    _info: unknown,
    context: ExecutionContext,
  ): TUser | null {
    if (error) throw error;
    if (!caller && readsEmbed(context)) return null;
    if (!caller) throw unauthorized();
    if (routeOf(context.getHandler())?.access === 'admin' && !caller.isAdmin)
      throw new ApiError(403, 'forbidden', 'Only admins can do this.');
    return caller;
  }
}

function readsEmbed(context: ExecutionContext): boolean {
  const { query } = context.switchToHttp().getRequest<Request>();
  return routeOf(context.getHandler()) === projectRoutes.readProject && query['for_embed'] === 'true';
}
