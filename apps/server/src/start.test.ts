// What a start loads, by counting: times depend on the machine, and every module costs some.
// One engine is enough: the driver of the other is a library that is loaded when it is used.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

/** Raise it for what every start needs. What one feature needs when it is used is imported there (`later`, `lazily`). */
const mostModules = 1050

const root = join(import.meta.dirname, '../../..')
const home = mkdtempSync(join(tmpdir(), 'bindery-start-'))
const running: ChildProcess[] = []

afterAll(async () => {
  for (const child of running.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(home, { recursive: true })
})

test('a start on data that are up to date loads few modules, and none that answers a call of the management API', async () => {
  await loadedByStart('first.json')
  const loaded = await loadedByStart('second.json')

  expect(loaded.filter((module) => /features\/.*routes\.ts|migrations\/\d/.test(module))).toEqual([])
  expect(loaded.length, `most of them in\n${largestGroups(loaded)}`).toBeLessThanOrEqual(mostModules)
})

/** Starts the program, asks it once and stops it. */
async function loadedByStart(name: string): Promise<string[]> {
  const file = join(home, name)
  const fixture = join(import.meta.dirname, 'loaded-modules.fixture.mjs')
  const child = spawn(
    process.execPath,
    ['--import', fixture, join(import.meta.dirname, 'main.ts'), 'serve'],
    {
      env: {
        PATH: process.env['PATH'],
        BINDERY_HOME: join(home, 'data'),
        BINDERY_HOST: '127.0.0.1',
        BINDERY_PORT: '0',
        LOADED_MODULES_FILE: file,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  running.push(child)
  const url = await addressIn(child)
  expect((await fetch(`${url}/artifactory/api/system/ping`)).status).toBe(200)
  child.kill('SIGTERM')
  await once(child, 'exit')
  const urls = JSON.parse(readFileSync(file, 'utf8')) as string[]
  return urls.map((one) => relative(root, fileURLToPath(one)))
}

async function addressIn({ stdout }: ChildProcess): Promise<string> {
  if (stdout)
    for await (const line of createInterface(stdout)) {
      const url = /Open +(http:\S+)\/ui\//.exec(line)?.[1]
      if (url !== undefined) return url
    }
  throw new Error('The program ended before it was ready.')
}

function largestGroups(modules: string[]): string {
  const groups = Map.groupBy(
    modules,
    (module) => /^(node_modules\/(@[^/]+\/)?[^/]+|.*(?=\/))/.exec(module)?.[0] ?? module,
  )
  return [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, 30)
    .map(([group, { length }]) => `${length} ${group}`)
    .join('\n')
}
