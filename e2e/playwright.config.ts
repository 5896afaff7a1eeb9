import { defineConfig } from '@playwright/test';
import { workersForCores } from './run/runners.ts';
import { browserForTests, chromiumArguments, installedChromium } from './stack/chromium.ts';

const launchOptions = (executablePath: string | undefined) => ({
  args: chromiumArguments,
  ...(executablePath ? { executablePath } : {}),
});

/** The tag of tests of code that uses the whole machine. */
const solo = /@solo/;

export default defineConfig({
  testDir: 'specs',
  fullyParallel: false,
  workers: workersForCores,
  projects: [
    { name: 'browser', grepInvert: solo, outputDir: 'test-results/browser' },
    { name: 'solo', grep: solo, workers: 1, outputDir: 'test-results/solo' },
    {
      // Unlike the headless shell, a whole Chromium gives each site a process, as users' browsers do.
      name: 'whole-browser',
      grep: process.env['NIGHTLY'] ? solo : /(?!)/,
      workers: 1,
      outputDir: 'test-results/whole-browser',
      use: { launchOptions: launchOptions(installedChromium()) },
    },
  ],
  failOnFlakyTests: true,
  forbidOnly: true,
  // Long, because a test has only two thirds of a core.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // Animations took a sixth of the processor time. Tests of animations switch them on.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    // No trace by default, because recording doubles the time: `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(browserForTests()),
  },
});
