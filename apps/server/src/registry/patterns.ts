// The paths that a repository handles at all, by its include and exclude patterns.
import { compilePattern, isEverything, type PathPattern } from '../access/rules/permission-patterns.ts'
import type { Repository } from './repositories.ts'

/** A path that ends in a slash is a folder, and asks about something in it. */
export function handlesPath({ config }: Pick<Repository, 'config'>, path: string): boolean {
  const { includesPattern, excludesPattern } = config
  if (excludesPattern === '' && isEverything(includesPattern)) return true
  const [includes, excludes] = [patternsOf(includesPattern), patternsOf(excludesPattern)]
  if (!path.endsWith('/'))
    return includes.some((one) => one.matches(path)) && !excludes.some((one) => one.matches(path))
  const folder = path.slice(0, -1)
  return includes.some((one) => one.reaches(folder)) && !excludes.some((one) => one.coversAll(folder))
}

/** Written with commas between them. Nothing means everything, as a default that was cleared. */
function patternsOf(text: string): PathPattern[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(compilePattern)
}
