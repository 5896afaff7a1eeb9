import { defineConfig } from '@playwright/test';
import { chromiumArguments, installedChromium } from './stack/chromium.ts';

const executablePath = installedChromium();

export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // A trace takes as long as what it records: ask for it, `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) },
  },
});
