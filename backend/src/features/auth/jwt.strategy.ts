import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { Caller } from '../../common/caller.js';
import { Config } from '../../config/config.js';
import { AuthService } from './auth.service.js';
import { bearerToken } from './session-token.js';
import { verificationKeys } from './verification-key.js';

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
