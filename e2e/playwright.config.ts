import { defineConfig } from '@playwright/test';
import { chromiumArguments, browserForTests } from './stack/chromium.ts';

const executablePath = browserForTests();

/** Of tests that say how quickly something answers, or watch code that takes all that the machine has. */
const timed = /@timed/;

export default defineConfig({
  testDir: 'specs',
  fullyParallel: false,
  workers: 2,
  projects: [
    { name: 'browser', grepInvert: timed, outputDir: 'test-results/browser' },
    { name: 'timed', grep: timed, workers: 1, outputDir: 'test-results/timed' },
  ],
  // `npm test` names every test that needed it.
  retries: 1,
  forbidOnly: true,
  // With two at a time a test has one core at most.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // A trace takes as long as what it records: ask for it, `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) },
  },
});
