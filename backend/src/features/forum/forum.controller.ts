import { Body, Controller, Header, Query, Res, UseGuards } from '@nestjs/common';
import type {
  DiscourseResponse,
  DiscourseStart,
  ForumEvent,
  ForumEventHeaders,
  ForumEventOutcome,
} from '@studio/contract/http/forum';
import { routes } from '@studio/contract/routes';
import type { Response } from 'express';
import { browserIdOf, Cookies, setBrowserId } from '../../common/http/browser-cookie.js';
import { Endpoint, RequestHeaders } from '../../common/http/endpoint.js';
import { Config } from '../../config/config.js';
import { DiscourseConnect } from './discourse-connect.js';
import { Discussions } from './discussions/discussions.js';
import { ForumEvents } from './forum-events.js';
import { BodySignature, ForumSignatureGuard } from './forum-signature.guard.js';

/**
 * Redirects the browser to the forum and back. The addresses contain tokens, so they are neither cached nor sent as
 * referrer.
 */
@Controller()
export class DiscourseConnectController {
  constructor(
    private readonly config: Config,
    private readonly connect: DiscourseConnect,
  ) {}

  @Endpoint(routes.discourseStart)
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  async start(
    @Query({ schema: routes.discourseStart.query }) { next }: DiscourseStart,
    @Cookies() cookies: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ url: string }> {
    const browserId = setBrowserId(this.config, cookies, response);
    const url = await this.connect.signInAddress(browserId, next);
    return { url: url ?? landing({ error: 'not_configured' }) };
  }

  @Endpoint(routes.discourseCallback)
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  async callback(
    @Query({ schema: routes.discourseCallback.query }) response: DiscourseResponse,
    @Cookies() cookies: string,
  ): Promise<{ url: string }> {
    const { next, ...outcome } = await this.connect.accept(response, browserIdOf(this.config, cookies));
    return { url: landing({ ...outcome, ...(next === null ? {} : { next }) }) };
  }
}

function landing(query: Record<string, string>): string {
  return `/discourse-auth?${new URLSearchParams(query).toString()}`;
}

@Controller()
@UseGuards(ForumSignatureGuard)
export class ForumWebhookController {
  constructor(
    private readonly events: ForumEvents,
    private readonly discussions: Discussions,
  ) {}

  @Endpoint(routes.forumWebhook)
  async receive(
    @RequestHeaders({ schema: routes.forumWebhook.headers }) headers: ForumEventHeaders,
    @BodySignature() signature: string,
    @Body({ schema: routes.forumWebhook.body }) event: ForumEvent,
  ): Promise<ForumEventOutcome> {
    const { 'x-discourse-event': name = '', 'x-discourse-event-id': number = '' } = headers;
    const isHandled = await this.discussions.receive(name, number, signature, event);
    return { done: isHandled || (await this.events.handle(name, signature, event)) };
  }
}
