// Four projects: `sqlite` is every test, `units` those beside the code that need no application, `postgres` repeats the others, and
// `clients` drives the real client programs. Browser tests are Playwright's.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/verify/longest-first.ts'
import { sliceTests } from './scripts/verify/slices.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const every = '{apps,packages,scripts,tests,bench}/**/*.test.ts'
const clients = '**/client.test.ts'
const never = ['**/node_modules/**', '**/dist*/**']
const slices = sliceTests(root)

export default defineConfig({
  test: {
    pool: 'forks',
    // A third of a test is waiting, for a clock, a lock or another party: two workers would leave two cores idle as long.
    maxWorkers: Math.max(3, availableParallelism()),
    // One process for many files: loading the server anew for each took a third of the time. Tests leave nothing behind
    // in the process; each application has a folder and a database of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // For what hangs. Every wait is for a state, so a machine that is shared by ten programs only takes longer.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As for browser tests; scripts/verify/second-tries.ts tells which needed it.
    retry: process.env['CI'] === undefined ? 0 : 1,
    expect: { poll: { timeout: 90_000 } },
    projects: [
      {
        test: {
          name: 'sqlite',
          include: [every],
          exclude: [...never, clients],
          env: { BINDERY_TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          name: 'units',
          include: ['{apps,packages,scripts,bench}/**/*.test.ts'],
          exclude: [...never, clients, ...slices],
        },
      },
      {
        test: {
          name: 'postgres',
          include: slices,
          exclude: never,
          env: { BINDERY_TEST_ENGINE: 'postgres' },
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
      {
        test: {
          name: 'clients',
          include: [clients],
          exclude: never,
          env: { BINDERY_TEST_ENGINE: 'sqlite' },
        },
      },
    ],
  },
})
