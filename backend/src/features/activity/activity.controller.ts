import { Controller, Query } from '@nestjs/common';
import type { ModerationEvent } from '@studio/contract/http/activity';
import type { Page, PageQuery } from '@studio/contract/http/paging';
import { routes } from '@studio/contract/routes';
import { Endpoint } from '../../common/http/endpoint.js';
import { ActivityService } from './activity.service.js';

@Controller()
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Endpoint(routes.activity)
  list(@Query({ schema: routes.activity.query }) query: PageQuery): Promise<Page<ModerationEvent>> {
    return this.activity.list(query);
  }
}
