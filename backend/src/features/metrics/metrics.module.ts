import { Global, Module } from '@nestjs/common';
import { DomainMetrics } from './domain-metrics.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';

/** Whatever a feature measures, it measures here. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [MetricsService, DomainMetrics],
  exports: [MetricsService],
})
export class MetricsModule {}
