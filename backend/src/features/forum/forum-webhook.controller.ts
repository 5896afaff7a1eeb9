import { Body, Controller, UseGuards } from '@nestjs/common';
import type { ForumEvent, ForumEventHeaders, ForumEventOutcome } from '@studio/contract/http/forum';
import { routes } from '@studio/contract/routes';
import { Endpoint, RequestHeaders } from '../../common/http/endpoint.js';
import { ForumEvents } from './forum-events.js';
import { BodySignature, ForumSignatureGuard } from './forum-signature.guard.js';

@Controller()
@UseGuards(ForumSignatureGuard)
export class ForumWebhookController {
  constructor(private readonly events: ForumEvents) {}

  @Endpoint(routes.forumWebhook)
  async receive(
    @RequestHeaders({ schema: routes.forumWebhook.headers }) headers: ForumEventHeaders,
    @BodySignature() signature: string,
    @Body({ schema: routes.forumWebhook.body }) event: ForumEvent,
  ): Promise<ForumEventOutcome> {
    return { done: await this.events.handle(headers['x-discourse-event'] ?? '', signature, event) };
  }
}
