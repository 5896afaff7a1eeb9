import { Controller, Query, Req } from '@nestjs/common';
import { type OEmbed, OEmbedQuery } from '@studio/contract/http/oembed';
import { routes } from '@studio/contract/routes';
import type { Request } from 'express';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import { Endpoint } from '../../common/http/endpoint.js';
import { Config } from '../../config/config.js';
import { PreviewedProjectsService } from '../projects/reading/previewed-projects.service.js';
import { linkPreviewAddresses, readLink, writeOEmbed } from './page-metadata.js';

@Controller()
export class OEmbedController {
  constructor(
    private readonly config: Config,
    private readonly projects: PreviewedProjectsService,
  ) {}

  /** The address is parsed, never fetched. */
  @Endpoint(routes.oembed)
  async read(@Query({ schema: OEmbedQuery }) query: OEmbedQuery, @Req() request: Request): Promise<OEmbed> {
    if (query.format !== 'json')
      throw new ApiError(501, 'not_implemented', 'oEmbed is only available as JSON.');
    const link = readLink(this.config, query.url, request.get('Host'));
    const project = link && (await this.projects.findEmbeddable(link));
    if (!project) throw notFound();
    return writeOEmbed(
      project,
      linkPreviewAddresses(this.config, project, link),
      this.config.publicUrl,
      query,
    );
  }
}
