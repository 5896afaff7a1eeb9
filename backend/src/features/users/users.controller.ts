import { Controller } from '@nestjs/common';
import type { UserStats } from '@studio/contract/http/users';
import { routes } from '@studio/contract/routes';
import { type Caller, CurrentCaller } from '../../common/http/caller.js';
import { Endpoint } from '../../common/http/endpoint.js';
import { AccountStats } from './account-stats.js';

@Controller()
export class UsersController {
  constructor(private readonly stats: AccountStats) {}

  @Endpoint(routes.userStats)
  readStats(@CurrentCaller() caller: Caller): Promise<UserStats> {
    return this.stats.read(caller);
  }
}
