// What a repository handles at all: nothing while it is blacked out, and only paths that its include and exclude patterns name.
import { compilePattern, isEverything, type PathPattern } from '../access/rules/permission-patterns.ts'
import { forbidden, quote } from '../platform/errors.ts'
import type { Repository } from './repositories.ts'

/** Before something is stored: what is not handled could not be fetched again. */
export function requireHandled(repository: Pick<Repository, 'key' | 'config'>, path: string): void {
  refuseBlackedOut(repository)
  if (handlesPath(repository, path)) return
  throw forbidden(
    `The repository ${repository.key} does not take ${quote(path)}: its include and exclude patterns leave it out. Choose another path, or ask an administrator to change them.`,
  )
}

export function refuseBlackedOut({ key, config }: Pick<Repository, 'key' | 'config'>): void {
  if (config.blackedOut)
    throw forbidden(`The repository ${key} is blacked out: an administrator has taken it out of use.`)
}

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
