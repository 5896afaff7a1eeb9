import { Controller, Req, Res } from '@nestjs/common';
import { routes } from '@studio/contract/routes';
import type { Request, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { Endpoint } from '../../common/http/endpoint.js';
import { Config } from '../../config/config.js';
import { mayReadMetrics } from './metrics.policy.js';
import { MetricsService } from './metrics.service.js';

@Controller()
export class MetricsController {
  constructor(
    private readonly metrics: MetricsService,
    private readonly config: Config,
  ) {}

  @Endpoint(routes.metrics)
  read(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    if (!mayReadMetrics(request, this.config.metricsToken))
      throw new ApiError(401, 'unauthorized', 'The metrics need METRICS_TOKEN as bearer token.');
    response.type('text/plain; version=0.0.4; charset=utf-8').set('cache-control', 'no-store');
    return this.metrics.read();
  }
}
