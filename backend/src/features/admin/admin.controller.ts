import { Body, Controller, Param, Query } from '@nestjs/common';
import type {
  AdminGrantQuery,
  DeletionQuery,
  ManagedUser,
  ModeratedProject,
  ModeratedProjectsQuery,
  Suspension,
  UsersQuery,
} from '@studio/contract/http/admin';
import type { Page } from '@studio/contract/http/paging';
import type { IdParams } from '@studio/contract/http/text';
import { routes } from '@studio/contract/routes';
import { type Caller, CurrentCaller } from '../../common/http/caller.js';
import { Endpoint } from '../../common/http/endpoint.js';
import { ModeratedProjectsService } from '../projects/reading/moderated-projects.service.js';
import { ManagedUsersService } from '../users/managed-users.service.js';
import { AdminRights, ProjectDeletion, Suspensions } from './admin-actions.js';

@Controller()
export class AdminController {
  constructor(
    private readonly projects: ModeratedProjectsService,
    private readonly deletion: ProjectDeletion,
    private readonly users: ManagedUsersService,
    private readonly rights: AdminRights,
    private readonly suspensions: Suspensions,
  ) {}

  @Endpoint(routes.moderatedProjects)
  listProjects(
    @CurrentCaller() caller: Caller,
    @Query({ schema: routes.moderatedProjects.query }) query: ModeratedProjectsQuery,
  ): Promise<Page<ModeratedProject>> {
    return this.projects.list(caller, query);
  }

  @Endpoint(routes.purgeProject)
  purgeProject(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.purgeProject.params }) { id }: IdParams,
    @Query({ schema: routes.purgeProject.query }) { reason = '' }: DeletionQuery,
  ): Promise<void> {
    return this.deletion.remove(caller, id, reason);
  }

  @Endpoint(routes.managedUsers)
  listUsers(@Query({ schema: routes.managedUsers.query }) query: UsersQuery): Promise<Page<ManagedUser>> {
    return this.users.list(query);
  }

  @Endpoint(routes.setAdmin)
  setAdmin(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.setAdmin.params }) { id }: IdParams,
    @Query({ schema: routes.setAdmin.query }) { grant_admin }: AdminGrantQuery,
  ): Promise<ManagedUser> {
    return this.rights.set(caller, id, grant_admin);
  }

  @Endpoint(routes.setSuspension)
  setSuspension(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.setSuspension.params }) { id }: IdParams,
    @Body({ schema: routes.setSuspension.body }) suspension: Suspension,
  ): Promise<ManagedUser> {
    return this.suspensions.set(caller, id, suspension);
  }
}
