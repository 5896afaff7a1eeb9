import { defineConfig } from '@playwright/test';
import { browserForTests, chromiumArguments } from './stack/chromium.ts';

const executablePath = browserForTests();

/** Of tests that say how quickly something answers, or watch code that takes all that the machine has. */
const timed = /@timed/;

export default defineConfig({
  testDir: 'specs',
  fullyParallel: false,
  // Each waits for its server and its page a quarter of the time: three keep two cores busy.
  workers: 3,
  projects: [
    { name: 'browser', grepInvert: timed, outputDir: 'test-results/browser' },
    { name: 'timed', grep: timed, workers: 1, outputDir: 'test-results/timed' },
  ],
  // `npm test` names every test that needed it.
  retries: 1,
  forbidOnly: true,
  // A test has two thirds of a core.
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
