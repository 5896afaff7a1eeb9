import { Global, Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { DomainMetrics, MetricsService } from './metrics.service.js';

/** Whatever a feature measures, it measures here. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [MetricsService, DomainMetrics],
  exports: [MetricsService],
})
export class MetricsModule {}
