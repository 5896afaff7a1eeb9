import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { projectRoutes } from '@studio/contract/http/projects';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { ApiError, unauthorized } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { routeOf } from '../../common/http/endpoint.js';
import { Config } from '../../config/config.js';
import { AuthService } from './auth.service.js';
import { verificationKeys } from './token-keys.js';

/**
 * Checks each call against its route's `access`. An invalid token is 401, never anonymous, except for reading an embed,
 * which needs no token (specification: HTTP).
 */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    // Sockets are checked at their handshake.
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

/** Checks a token's signature, then the session behind it. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    config: Config,
    private readonly auth: AuthService,
  ) {
    const keyOf = verificationKeys(config);
    super({
      jwtFromRequest: (request: Request) => bearerToken(request.headers.authorization),
      // The types do not know of key objects.
      secretOrKeyProvider: (_request: Request, token: string, done: (error: null, key: Buffer) => void) =>
        done(null, keyOf(token) as unknown as Buffer),
      algorithms: ['HS256'],
    });
  }

  /** Passport's hook: the caller, or null, which is 401. */
  validate(claims: unknown): Promise<Caller | null> {
    return this.auth.callerOfClaims(claims);
  }
}

/**
 * The bearer token of an Authorization header, or null. Pages without a token send the literal `undefined`
 * (specification: HTTP).
 */
function bearerToken(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token === undefined || token === 'undefined' ? null : token;
}
