import { Controller, Header } from '@nestjs/common';
import type { TemplateList } from '@studio/contract/http/templates';
import { routes } from '@studio/contract/routes';
import { Endpoint } from '../../common/http/endpoint.js';
import { TemplatesService } from './templates.service.js';

@Controller()
export class FrameworksController {
  constructor(private readonly templates: TemplatesService) {}

  @Endpoint(routes.listTemplates)
  @Header('cache-control', 'no-cache')
  async list(): Promise<TemplateList> {
    return { success: true, templates: await this.templates.list() };
  }
}
