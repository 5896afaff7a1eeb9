import { Controller, Header, Param } from '@nestjs/common';
import type { Discussion } from '@studio/contract/http/forum';
import type { IdParams } from '@studio/contract/http/text';
import { routes } from '@studio/contract/routes';
import { type Caller, CurrentCaller } from '../../../common/http/caller.js';
import { Endpoint } from '../../../common/http/endpoint.js';
import { Discussions } from './discussions.js';

@Controller()
export class DiscussionsController {
  constructor(private readonly discussions: Discussions) {}

  @Endpoint(routes.readDiscussion)
  read(
    @Param({ schema: routes.readDiscussion.params }) { id }: IdParams,
    @CurrentCaller() caller: Caller | null,
  ): Promise<Discussion> {
    return this.discussions.read(id, caller);
  }

  /** Pages link here instead of to the forum, so that the link is still right when somebody follows it later. */
  @Endpoint(routes.discuss)
  @Header('Cache-Control', 'no-store')
  async discuss(@Param({ schema: routes.discuss.params }) { id }: IdParams): Promise<{ url: string }> {
    return { url: await this.discussions.address(id) };
  }
}
