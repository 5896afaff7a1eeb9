import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { Caller } from '../../common/caller.js';
import { signingKey } from '../../common/signing-key.js';
import { Config } from '../../config/config.js';
import { AuthService } from './auth.service.js';
import { bearerToken } from './token.js';

/** Checks a token's signature, then the session behind it. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    config: Config,
    private readonly auth: AuthService,
  ) {
    super({
      jwtFromRequest: (request: Request) => bearerToken(request.headers.authorization),
      // As text it would be tried as a public key first, at every call; the types do not know of keys.
      secretOrKey: createSecretKey(Buffer.from(signingKey(config))) as unknown as Buffer,
      algorithms: ['HS256'],
    });
  }

  /** Passport's hook: the caller, or null, which is 401. */
  validate(claims: unknown): Promise<Caller | null> {
    return this.auth.callerOfClaims(claims);
  }
}
