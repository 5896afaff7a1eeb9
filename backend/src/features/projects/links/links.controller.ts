import { Body, Controller, Param } from '@nestjs/common';
import type { Project } from '@studio/contract/http/projects';
import type { IdParams, KeyedHeaders } from '@studio/contract/http/text';
import {
  type LinkedProject,
  type LinkInput,
  type LinkOpening,
  type LinkParams,
  linkRoutes,
  type ProjectLink,
  type ProjectLinks,
} from '@studio/contract/links';
import { type Caller, CurrentCaller } from '../../../common/http/caller.js';
import { ClientAddress, Endpoint, RequestHeaders } from '../../../common/http/endpoint.js';
import { LinkedProjectsService } from './linked-projects.service.js';
import { OwnedLinks } from './owned-links.js';

@Controller()
export class LinksController {
  constructor(
    private readonly owned: OwnedLinks,
    private readonly linked: LinkedProjectsService,
  ) {}

  @Endpoint(linkRoutes.listLinks)
  list(
    @CurrentCaller() caller: Caller,
    @Param({ schema: linkRoutes.listLinks.params }) { id }: IdParams,
  ): Promise<ProjectLinks> {
    return this.owned.list(id, caller);
  }

  @Endpoint(linkRoutes.createLink)
  create(
    @CurrentCaller() caller: Caller,
    @Param({ schema: linkRoutes.createLink.params }) { id }: IdParams,
    @RequestHeaders({ schema: linkRoutes.createLink.headers }) headers: KeyedHeaders,
    @Body({ schema: linkRoutes.createLink.body }) input: LinkInput,
  ): Promise<ProjectLink> {
    return this.owned.create(id, caller, input, headers);
  }

  @Endpoint(linkRoutes.revokeLink)
  revoke(
    @CurrentCaller() caller: Caller,
    @Param({ schema: linkRoutes.revokeLink.params }) params: LinkParams,
  ): Promise<void> {
    return this.owned.revoke(params, caller);
  }

  @Endpoint(linkRoutes.revokeLinks)
  revokeAll(
    @CurrentCaller() caller: Caller,
    @Param({ schema: linkRoutes.revokeLinks.params }) { id }: IdParams,
  ): Promise<void> {
    return this.owned.revokeAll(id, caller);
  }

  @Endpoint(linkRoutes.openLink)
  open(
    @CurrentCaller() caller: Caller | null,
    @ClientAddress() address: string,
    @Body({ schema: linkRoutes.openLink.body }) { secret }: LinkOpening,
  ): Promise<LinkedProject> {
    return this.linked.open(secret, { caller, address });
  }

  @Endpoint(linkRoutes.forkLinked)
  fork(
    @CurrentCaller() caller: Caller,
    @ClientAddress() address: string,
    @RequestHeaders({ schema: linkRoutes.forkLinked.headers }) headers: KeyedHeaders,
    @Body({ schema: linkRoutes.forkLinked.body }) { secret }: LinkOpening,
  ): Promise<Project> {
    return this.linked.fork(secret, caller, address, headers);
  }
}
