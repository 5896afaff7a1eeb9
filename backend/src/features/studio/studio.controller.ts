import { Controller } from '@nestjs/common';
import type { StudioConfig } from '@studio/contract/http/studio';
import { routes } from '@studio/contract/routes';
import { Endpoint } from '../../common/http/endpoint.js';
import { Config } from '../../config/config.js';
import { studioConfig } from './app-page.js';

@Controller()
export class StudioController {
  constructor(private readonly config: Config) {}

  @Endpoint(routes.studioConfig)
  read(): StudioConfig {
    return studioConfig(this.config);
  }
}
