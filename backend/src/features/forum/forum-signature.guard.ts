import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../../common/api-error.js';
import { signedBytes } from '../../common/request-body.guard.js';
import { Config } from '../../config/config.js';
import { isHmacOf } from './forum-signatures.js';

const signatureHeader = 'x-discourse-event-signature';

/** The signature of a body, which is its own and nobody else's. Checked by the guard. */
export const BodySignature = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().get(signatureHeader) ?? '',
);

/** Lets in what the forum has signed with FORUM_WEBHOOK_SECRET: `sha256=` and the HMAC of the body, to the byte (CONTRACT 5). */
@Injectable()
export class ForumSignatureGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  /** @throws ApiError 403 where no webhooks are taken, 401 for a signature that is missing, wrong or of something else. */
  canActivate(context: ExecutionContext): true {
    const secret = this.config.forumWebhookSecret;
    if (secret === null)
      throw new ApiError(403, 'forum_not_configured', 'Forum webhooks are not set up on this server.');
    const request = context.switchToHttp().getRequest<Request>();
    const [, hex = ''] = /^sha256=(.*)$/.exec(request.get(signatureHeader) ?? '') ?? [];
    if (!isHmacOf(hex, signedBytes(request), secret))
      throw new ApiError(401, 'unauthorized', 'The signature is not the forum’s, or not of this body.');
    return true;
  }
}
