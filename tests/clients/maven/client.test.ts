// The Maven plug-in of the incumbent, unchanged: a real Maven builds a small project, deploys it and publishes its build. Maven
// itself reaches no server but ours: what it needs was fetched before.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { fetched } from '../../../scripts/prepare/clients.mjs'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { runProgram } from '../../support/program.ts'
import { makeRepository } from '../../support/repositories.ts'

const project = fileURLToPath(new URL('project', import.meta.url))
const plugins = join(fetched, 'maven')

test('artifactory-maven-plugin deploys a project with its properties and publishes the build', async () => {
  if (!existsSync(plugins))
    throw new Error('The Maven plug-in is not there. Run the tests as: npm test -- --only clients')
  const app = await startTestApp()
  onTestFinished(() => app.close())
  await makeRepository(app, 'maven-local', 'local', { packageType: 'maven' })

  const { code, output } = await deploy(app)
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('BUILD SUCCESS') })

  const folder = 'test/bindery/hello/1.0'
  const jar = await app.fetch(`/artifactory/api/storage/maven-local/${folder}/hello-1.0.jar?properties`)
  expect(await jar.json()).toMatchObject({
    properties: { 'build.name': ['hello-build'], 'build.number': ['7'], stage: ['test'] },
  })
  const { buildInfo } = BuildReply.parse(
    await (await app.fetch('/artifactory/api/build/hello-build/7')).json(),
  )
  expect(buildInfo).toMatchObject({ name: 'hello-build', number: '7', buildAgent: { name: 'Maven' } })
  expect(buildInfo.modules).toMatchObject([{ id: 'test.bindery:hello:1.0' }])
  const built = buildInfo.modules[0]?.artifacts.map(({ name }) => name)
  expect(built?.sort()).toEqual(['hello-1.0.jar', 'hello-1.0.pom'])

  const found = await app.fetch('/artifactory/api/search/aql', {
    method: 'POST',
    body: `items.find({"artifact.module.build.name": "hello-build", "artifact.module.build.number": "7"})
      .include("path", "name").sort({"$asc": ["name"]})`,
  })
  expect(await found.json()).toMatchObject({
    results: [
      { path: folder, name: 'hello-1.0.jar' },
      { path: folder, name: 'hello-1.0.pom' },
    ],
  })
})

const BuildReply = z.object({
  buildInfo: z.looseObject({
    modules: z.array(z.looseObject({ artifacts: z.array(z.looseObject({ name: z.string() })) })),
  }),
})

function deploy(app: TestApp) {
  const home = mkdtempSync(join(tmpdir(), 'bindery-maven-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  cpSync(project, home, { recursive: true })
  const given = {
    'user.home': home,
    'maven.repo.local': plugins,
    'server.url': `${app.url}/artifactory`,
    'server.user': app.admin.name,
    'server.password': app.admin.password,
    // Else the project itself would end up beside the plug-ins.
    'maven.install.skip': 'true',
  }
  const args = ['-B', '-o', ...Object.entries(given).map(([name, value]) => `-D${name}=${value}`), 'deploy']
  return runProgram({ command: 'mvn', args, cwd: home })
}
