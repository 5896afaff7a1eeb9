import { defineConfig } from '@playwright/test';
import { workersForCores } from './run/runners.ts';
import { browserForTests, chromiumArguments, installedChromium } from './stack/chromium.ts';

const launchOptions = (executablePath: string | undefined) => ({
  args: chromiumArguments,
  ...(executablePath ? { executablePath } : {}),
});

/** Of tests that watch code that takes all the machine has. */
const solo = /@solo/;

export default defineConfig({
  testDir: 'specs',
  fullyParallel: false,
  workers: workersForCores,
  projects: [
    { name: 'browser', grepInvert: solo, outputDir: 'test-results/browser' },
    { name: 'solo', grep: solo, workers: 1, outputDir: 'test-results/solo' },
    {
      // The shell keeps all sites in one process, people's browsers do not.
      name: 'whole-browser',
      grep: process.env['NIGHTLY'] ? solo : /(?!)/,
      workers: 1,
      outputDir: 'test-results/whole-browser',
      use: { launchOptions: launchOptions(installedChromium()) },
    },
  ],
  failOnFlakyTests: true,
  forbidOnly: true,
  // A test has two thirds of a core.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // Drawing animations took a sixth of the processor's time. A test that looks at them asks for them.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    // A trace takes as long as what it records: ask for it, `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(browserForTests()),
  },
});
