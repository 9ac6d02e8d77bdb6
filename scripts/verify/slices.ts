// Which test files touch a database, and so run once per engine: those that use the test harness,
// themselves or through a suite. Found by reading them, because a naming rule can be forgotten. A file whose subject is
// another party says so, and why, in a line that begins with "One engine is enough:".
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const harness = /\/tests\/support\/(?:app|database|template)\.ts$/
const isEnough = /^\/\/ One engine is enough: /m
const imports = /^(?:import .*|\} )from '(\.[^']+)'/gm

export function sliceTests(root: string): string[] {
  const files = globSync('{apps,packages,scripts,tests}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/client.test.ts'],
  })
  return files.filter((file) => usesHarness(join(root, file)) && !hasEnough(join(root, file))).sort()
}

const hasEnough = (file: string) => isEnough.test(readFileSync(file, 'utf8'))

function usesHarness(file: string): boolean {
  if (!existsSync(file)) return false
  const imported = [...readFileSync(file, 'utf8').matchAll(imports)]
  return imported.some(([, path = '']) => {
    const target = join(dirname(file), path)
    return harness.test(target) || (target.endsWith('.suite.ts') && usesHarness(target))
  })
}
