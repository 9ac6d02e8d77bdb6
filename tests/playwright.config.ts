// Browser tests: the real application, the system's Chromium, one test after the other in each worker.
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// The one without a window takes a good third less of the processor.
const shell = '/usr/bin/chromium-headless-shell'
const chromium = existsSync(shell) ? shell : '/usr/bin/chromium'

export default defineConfig({
  testDir: 'browser',
  outputDir: '../.cache/browser',
  // Node reads TypeScript by itself; translating the tests and the server first takes ten seconds.
  build: { external: ['**/*.ts'] },
  // One more than a small machine has cores, which two walks at a time do not keep busy.
  workers: 3,
  // For pages that hang. Every wait is for a state, so a machine that is shared by ten programs only takes longer.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  // A build machine may be busy. What needed a second try is named in the run, to be mended like any other failure.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    trace: 'off',
    launchOptions: {
      executablePath: process.env['BINDERY_CHROMIUM'] ?? chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
