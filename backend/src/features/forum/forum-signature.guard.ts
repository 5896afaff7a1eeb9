import { createHmac } from 'node:crypto';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { signedBytes } from '../../common/http/request-body.guard.js';
import { isSameText } from '../../common/signing-key.js';
import { Config } from '../../config/config.js';

/** Fields as DiscourseConnect sends them: a query in Base64, with the HMAC-SHA256 of that Base64 in lower-case hex. */
export interface SignedPayload {
  sso: string;
  sig: string;
}

export function signPayload(fields: Record<string, string>, secret: string): SignedPayload {
  const sso = Buffer.from(new URLSearchParams(fields).toString()).toString('base64');
  return { sso, sig: hmacOf(sso, secret) };
}

/**
 * The fields that were signed with this secret, or null. Only Base64 is accepted: it has no dot, so a payload can never
 * pass as one of the tokens that the same secret signs, nor a token as a payload.
 */
export function openPayload({ sso, sig }: SignedPayload, secret: string) {
  const isSigned = /^[\d+/A-Za-z]+={0,2}$/.test(sso) && isSameText(sig, hmacOf(sso, secret));
  return isSigned ? new URLSearchParams(Buffer.from(sso, 'base64').toString()) : null;
}

function hmacOf(signed: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(signed).digest('hex');
}

const signatureHeader = 'x-discourse-event-signature';

/** The signature of a body, unique to it. Checked by the guard. */
export const BodySignature = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().get(signatureHeader) ?? '',
);

/**
 * Accepts webhooks signed with FORUM_WEBHOOK_SECRET: `sha256=` and the HMAC of the exact body
 * (specification: Forum sign-in).
 */
@Injectable()
export class ForumSignatureGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  /** @throws ApiError 403 where webhooks are not set up, 401 for a missing or wrong signature. */
  canActivate(context: ExecutionContext): true {
    const secret = this.config.forumWebhookSecret;
    if (secret === null)
      throw new ApiError(403, 'forum_not_configured', 'Forum webhooks are not set up on this server.');
    const request = context.switchToHttp().getRequest<Request>();
    const [, hex = ''] = /^sha256=(.*)$/.exec(request.get(signatureHeader) ?? '') ?? [];
    if (!isSameText(hex, hmacOf(signedBytes(request), secret)))
      throw new ApiError(401, 'unauthorized', 'The signature is not the forum’s, or not of this body.');
    return true;
  }
}
