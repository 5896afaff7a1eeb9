import { HousekeepingService } from '../../../src/features/housekeeping/housekeeping.service.js';
import { until } from '../until.js';
import type { TestStudio } from './test-studio.js';

/** Runs housekeeping jobs of a studio one after another. If a job is running already, waits for that run first. */
export async function runJobs({ studio }: TestStudio, ...jobs: string[]): Promise<void> {
  for (const job of jobs) await until(() => studio.app.get(HousekeepingService).run(job));
}
