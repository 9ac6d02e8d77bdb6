import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { refusal } from './walls.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = (path: string) => `apps/server/src/${path}`
const web = (path: string) => `apps/web/src/${path}`

describe('allowed imports', () => {
  test.each([
    ['packages/contracts/src/users.ts', './page.ts'],
    ['packages/contracts/src/users.ts', 'zod'],
    [server('platform/http/server.ts'), '@bindery/contracts'],
    [server('platform/http/server.ts'), 'fastify'],
    [server('platform/http/server.ts'), '../errors.ts'],
    [server('access/authenticate.ts'), '../platform/db/schema.ts'],
    [server('registry/router.ts'), '../access/permissions.ts'],
    [server('formats/npm/routes.ts'), './packument.ts'],
    [server('formats/npm/routes.ts'), '../../registry/format.ts'],
    [server('formats/npm/routes.ts'), '../../platform/errors.ts'],
    [server('formats/npm/routes.ts'), 'fastify'],
    [server('formats/npm/manifest.ts'), 'semver'],
    [server('formats/index.ts'), './npm/index.ts'],
    [server('features/tokens/routes.ts'), '../../access/grants.ts'],
    [server('features/tokens/routes.ts'), '@bindery/contracts'],
    [server('app.ts'), './formats/index.ts'],
    [server('main.ts'), './commands/run.ts'],
    [server('commands/serve.ts'), '../app.ts'],
    [server('features/tokens/routes.ts'), '../feature.ts'],
    [server('formats/npm/routes.test.ts'), '../../../../../tests/support/app.ts'],
    [server('registry/format.suite.ts'), '../../../../tests/support/app.ts'],
    [web('app/screens.ts'), '../features/packages/packages-screen.tsx'],
    [web('features/packages/packages-screen.tsx'), '../../shared/package-name.tsx'],
    [web('features/packages/packages-screen.tsx'), './queries.ts'],
    [web('shared/package-name.tsx'), '../ui/link.tsx'],
    [web('ui/button.tsx'), '@mantine/core'],
    [web('ui/button.tsx'), '../lib/dates.ts'],
    [web('lib/call.ts'), '@bindery/contracts'],
    ['tests/browser/packages.spec.ts', '../support/app.ts'],
    ['bench/main.ts', '../apps/server/src/platform/digests.ts'],
  ])('%s may import %s', (importer, specifier) => {
    expect(refusal(importer, specifier)).toBeUndefined()
  })
})

describe('refused imports', () => {
  test.each([
    ['packages/contracts/src/users.ts', 'semver', /zod and no other package/],
    ['packages/contracts/src/users.ts', 'node:fs', /zod and no other package/],
    ['packages/contracts/src/users.ts', '../../../apps/server/src/platform/errors.ts', /stands alone/],
    [server('platform/http/server.ts'), '../../access/permissions.ts', /platform may not import access/],
    [server('platform/jobs/worker.ts'), 'fastify', /Fastify/],
    [server('access/grants.ts'), '../registry/repositories.ts', /access may not import registry/],
    [server('registry/router.ts'), '@bindery/contracts', /registry may not import contracts/],
    [server('registry/router.ts'), '../formats/npm/index.ts', /may not import a format \(npm\)/],
    [server('registry/router.ts'), '../features/tokens/routes.ts', /may not import a feature/],
    [
      server('formats/npm/routes.ts'),
      '../oci/manifest.ts',
      /a format \(npm\) may not import a format \(oci\)/,
    ],
    [server('formats/npm/routes.ts'), '../../access/permissions.ts', /may not import access/],
    [server('formats/npm/routes.ts'), '@bindery/contracts', /may not import contracts/],
    [server('formats/npm/routes.ts'), '../../platform/db/connect.ts', /may not import platform/],
    [server('formats/npm/routes.ts'), 'kysely', /may not import kysely/],
    [server('formats/npm/manifest.ts'), 'fastify', /Fastify/],
    [
      server('features/tokens/routes.ts'),
      '../users/users.ts',
      /\(tokens\) may not import a feature \(users\)/,
    ],
    [server('features/tokens/routes.ts'), '../../formats/index.ts', /may not import the list of formats/],
    [server('features/tokens/routes.ts'), '../../app.ts', /may not import the application/],
    [server('registry/files.ts'), '../../../../tests/support/app.ts', /Only tests/],
    [server('registry/files.ts'), './format.suite.ts', /Only tests/],
    [server('orphans/orphan.ts'), '../platform/errors.ts', /in no layer/],
    ['bench/main.ts', '../tests/support/app.ts', /Only tests/],
    [web('lib/call.ts'), '../ui/button.tsx', /web lib may not import web ui/],
    [web('ui/button.tsx'), '../shared/package-name.tsx', /web ui may not import web shared/],
    [web('shared/package-name.tsx'), '../features/packages/queries.ts', /may not import a web feature/],
    [
      web('features/packages/list.tsx'),
      '../session/sign-in.tsx',
      /\(packages\) may not import a web feature/,
    ],
    [web('features/packages/list.tsx'), '../../app/screens.ts', /may not import the web application/],
    [web('features/packages/list.tsx'), '@mantine/core', /Mantine/],
    [web('lib/call.ts'), '../../../server/src/platform/errors.ts', /web lib may not import platform/],
    [server('platform/http/static.ts'), '../../../../web/src/main.tsx', /may not import the web application/],
  ])('%s may not import %s', (importer, specifier, sentence) => {
    expect(refusal(importer, specifier)).toMatch(sentence)
  })
})

test('oxlint reports a wall on every way of importing', () => {
  // A tree of its own with the real rule and the real configuration, which go by the path from the root.
  const tree = mkdtempSync(join(tmpdir(), 'bindery-walls-'))
  try {
    for (const part of ['scripts/lint', '.oxlintrc.json']) {
      cpSync(join(root, part), join(tree, part), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    mkdirSync(join(tree, 'apps/server/src/formats/npm'), { recursive: true })
    writeFileSync(join(tree, 'apps/server/src/formats/npm/routes.ts'), everyWayOfImporting)
    const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
    const { stdout, status } = spawnSync(process.execPath, [oxlint, '--format=json', 'apps'], { cwd: tree })
    const { diagnostics }: Report = JSON.parse(stdout.toString())
    const walls = diagnostics.filter(({ code }) => code === 'bindery(walls)')
    expect(walls.map(({ labels }) => labels[0]?.span.line).sort()).toEqual([1, 2, 3, 4, 5])
    expect(status).toBe(1)
  } finally {
    rmSync(tree, { recursive: true })
  }
})

interface Report {
  diagnostics: { code: string; labels: { span: { line: number } }[] }[]
}

const everyWayOfImporting = `import { can } from '../../access/permissions.ts'
export { can as may } from '../../access/permissions.ts'
export * from '../../features/tokens/tokens.ts'
export const late = () => import('../oci/index.ts')
export type Grant = import('../../access/grants.ts').Grant
export const use = [can]
`
