import type { INestApplicationContext } from '@nestjs/common';
import { UploadsService } from './features/assets/uploads/uploads.service.js';
import { HousekeepingService } from './features/housekeeping/housekeeping.service.js';
import { MetricsService } from './features/metrics/metrics.service.js';
import { ProjectViews } from './features/projects/counters/project-views.service.js';
import type { Renderer } from './sandbox/rendering/renderer.js';

/** Has the metrics tell how long each queue of this process is. */
export function watchQueues(app: INestApplicationContext, renderer: Renderer): void {
  const metrics = app.get(MetricsService);
  const uploads = app.get(UploadsService);
  const views = app.get(ProjectViews);
  const housekeeping = app.get(HousekeepingService);
  metrics.watchQueue('rendering', () => renderer.waiting());
  metrics.watchQueue('uploads', () => uploads.underWay);
  metrics.watchQueue('housekeeping', () => housekeeping.pending);
  metrics.watchQueue('counter_writes', () => views.pending);
}
