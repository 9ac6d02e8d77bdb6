// The Python package that scripts use for Artifactory, unchanged. Each script beside this file is what somebody would write
// with it; its assertions are the test.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetched } from '../../../scripts/prepare/clients.mjs'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { publishBuild } from '../../support/builders/build.ts'
import { makeRepository } from '../../support/repositories.ts'
import { runProgram } from '../../support/program.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const library = join(fetched, 'python')

let app: TestApp

beforeAll(async () => {
  if (!existsSync(library))
    throw new Error('dohq-artifactory is not installed. Run the tests as: npm test -- --only clients')
  app = await startTestApp()
  await app.closeReading()
  await makeRepository(app, 'kept-local', 'local', { packageType: 'generic' })
})

afterAll(() => app?.close())

function run(name: string) {
  const args = ['-B', `${name}.py`, `${app.url}/artifactory`, app.admin.name, app.admin.password]
  return runProgram({ command: 'python3', args, cwd: here, env: { PYTHONPATH: library } })
}

const good = { code: 0, output: '' }

test('dohq-artifactory deploys, describes, walks, copies, moves, searches, fetches and deletes files', async () => {
  expect(await run('files')).toEqual(good)
})

test('dohq-artifactory administers repositories, people, groups, permissions, tokens and projects', async () => {
  expect(await run('administration')).toEqual(good)
})

test('dohq-artifactory reads, compares and promotes builds', async () => {
  const one = { name: 'one.txt', content: 'one', repository: 'generic-local', path: 'py/one.txt' }
  const two = { name: 'two.txt', content: 'two', repository: 'generic-local', path: 'py/two.txt' }
  for (const { path, content } of [one, two])
    await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: content })
  await publishBuild(app.fetch, { name: 'py-build', number: '1', artifacts: [one] })
  const later = '2026-01-03T03:04:05.678+0000'
  await publishBuild(app.fetch, { name: 'py-build', number: '2', started: later, artifacts: [one, two] })
  expect(await run('builds')).toEqual(good)
  expect((await app.fetch('/artifactory/kept-local/py/two.txt')).status).toBe(200)
})
