import { Global, Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { DomainMetrics, MetricsService } from './metrics.service.js';

/** Global, so that every feature can measure. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [MetricsService, DomainMetrics],
  exports: [MetricsService],
})
export class MetricsModule {}
