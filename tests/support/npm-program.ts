// The real npm, in several major versions, each in a home of its own: no setting, cache or login of the
// machine reaches it, and it knows no other server than the one under test.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const npmPrograms = ['npm-10', 'npm-11', 'npm-12'] as const
export type NpmProgram = (typeof npmPrograms)[number]

export interface Npm {
  home: string
  /** A folder for a project; made on first use. */
  folder(name: string): string
  /** Adds lines to the user's .npmrc, as a person following the set-up guide would. */
  configure(lines: string[]): void
  run(args: string[], options?: RunOptions): Promise<Outcome>
  remove(): void
}

export interface RunOptions {
  cwd?: string
  /** What to type when a prompt appears, in order. */
  answers?: { when: RegExp; say: string }[]
  timeout?: number
}

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export function createNpm(program: NpmProgram, registry: string): Npm {
  const home = mkdtempSync(join(tmpdir(), `bindery-${program}-`))
  const npmrc = [`registry=${registry}`]
  const configure = (lines: string[]) => {
    npmrc.push(...lines)
    writeFileSync(join(home, '.npmrc'), `${npmrc.join('\n')}\n`)
  }
  configure(['audit=false', 'fund=false', 'update-notifier=false', 'fetch-retries=0'])
  const folder = (name: string) => {
    mkdirSync(join(home, name), { recursive: true })
    return join(home, name)
  }
  return {
    home,
    folder,
    configure,
    run: (args, options = {}) => runNpm(program, home, args, { cwd: folder('project'), ...options }),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function runNpm(program: NpmProgram, home: string, args: string[], options: RunOptions): Promise<Outcome> {
  const { cwd = home, answers = [], timeout = 100_000 } = options
  const child = spawn(process.execPath, [programFile(program), ...args], {
    cwd,
    env: isolatedEnvironment(home),
    timeout,
    killSignal: 'SIGKILL',
  })
  const outcome: Outcome = { code: -1, stdout: '', stderr: '' }
  const waiting = [...answers]
  const answer = () => {
    while (waiting[0]?.when.test(outcome.stdout + outcome.stderr))
      child.stdin.write(`${waiting.shift()?.say}\n`)
    if (waiting.length === 0 && answers.length > 0) child.stdin.end()
  }
  child.stdout.on('data', (chunk: Buffer) => ((outcome.stdout += chunk), answer()))
  child.stderr.on('data', (chunk: Buffer) => ((outcome.stderr += chunk), answer()))
  if (answers.length === 0) child.stdin.end()
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...outcome, code: code ?? -1 }))
  })
}

function programFile(program: NpmProgram): string {
  const file = fileURLToPath(new URL(`../clients/node_modules/${program}/bin/npm-cli.js`, import.meta.url))
  if (!existsSync(file))
    throw new Error(`${program} is not installed. Run the tests as: npm test -- --only clients`)
  return file
}

function isolatedEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    HOME: home,
    NO_COLOR: '1',
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_globalconfig: join(home, 'global-npmrc'),
    npm_config_cache: join(home, '.cache'),
    npm_config_prefix: join(home, 'global'),
  }
}
