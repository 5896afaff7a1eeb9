import { HousekeepingService } from '../../../src/features/housekeeping/housekeeping.service.js';
import { until } from '../until.js';
import type { TestStudio } from './test-studio.js';

/** Has a studio run these jobs of housekeeping, one after another: each once whoever is at it already is done. */
export async function runJobs({ studio }: TestStudio, ...jobs: string[]): Promise<void> {
  for (const job of jobs) await until(() => studio.app.get(HousekeepingService).run(job));
}
