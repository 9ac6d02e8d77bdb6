// Writes the files that are made from code; with --check, says which of them are not current.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeConfig } from '../apps/server/src/config.ts'
import { openApiDocument } from '../apps/server/src/platform/http/openapi.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const generated: Record<string, () => string> = {
  'docs/configuration.md': describeConfig,
  'docs/openapi.json': () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
}

if (process.argv.includes('--check')) check()
else write()

function write() {
  for (const [path, make] of Object.entries(generated)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), make())
    console.log(`Written: ${path}`)
  }
}

function check() {
  const stale = Object.entries(generated).filter(([path, make]) => read(path) !== make())
  for (const [path] of stale) console.error(`${path} is not current. Run: npm run generate`)
  // Which requirement is met by what is written by hand; the tests point at it.
  if (!existsSync(join(root, 'docs/requirements.md'))) console.error('docs/requirements.md is missing.')
  else if (stale.length === 0)
    return console.log(`${Object.keys(generated).length} generated files are current.`)
  process.exitCode = 1
}

function read(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}
