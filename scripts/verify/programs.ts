// Runs the programs behind the steps, and reads the counts from the reports they write, not from their output.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { playwrightCounts, vitestCounts, type Counts } from './counts.ts'
import { failedTries } from './failed-tries.ts'
import { withScratch } from './scratch.ts'
import { slowestTests } from './slowest.ts'
import type { Outcome } from './steps.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each is a command line; all must end with 0. */
export async function programs(...lines: string[][]): Promise<Outcome> {
  for (const line of lines) if ((await run(line)) !== 0) return { isGreen: false }
  return { isGreen: true }
}

export async function vitest(project: string): Promise<Outcome> {
  const reporters = ['default', 'json', './scripts/verify/second-tries.ts'].map(
    (name) => `--reporter=${name}`,
  )
  return withReport(vitestCounts, (report, env) =>
    run(['vitest', 'run', `--project=${project}`, ...reporters, `--outputFile=${report}`], env),
  )
}

export async function playwright(): Promise<Outcome> {
  const count = (report: unknown) => {
    console.log(`\n${slowestTests(report)}\n${failedTries(report)}`)
    return playwrightCounts(report)
  }
  return withReport(count, (report, env) =>
    run(['playwright', 'test', '-c', 'tests/playwright.config.ts', '--reporter=list,json'], {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }),
  )
}

function withReport(
  count: (report: unknown) => Counts,
  work: (report: string, env: NodeJS.ProcessEnv) => Promise<number>,
): Promise<Outcome> {
  return withScratch(async (folder) => {
    const report = join(folder, 'report.json')
    const code = await work(report, { TMPDIR: folder })
    if (!existsSync(report)) return { isGreen: false }
    const counts = count(JSON.parse(readFileSync(report, 'utf8')))
    // A run that found no test proves nothing.
    return { isGreen: code === 0 && counts.tests > 0, ...counts }
  })
}

function run([program = '', ...args]: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const command = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program)
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...neutralEnvironment(), ...env },
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Without the settings of a server that the person at the keyboard may run beside this; those of tests stay. */
function neutralEnvironment(): NodeJS.ProcessEnv {
  const isOfServer = /^BINDERY_(?!TEST_|CHROMIUM$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfServer.test(name)))
}
