// Which keys a repository may have.
import { badRequest } from '../../platform/errors.ts'

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
// These stand at the same place of an address as a key does.
const reserved = new Set(['api', 'webapp', 'ui', 'list', 'repo', 'batch', 'configurations'])

export function requireKey(key: string): void {
  if (keyPattern.test(key) && !reserved.has(key.toLowerCase()) && !key.toLowerCase().endsWith('-cache'))
    return
  throw badRequest(
    'A repository key has up to 64 letters, digits, dots, dashes and underscores, starts with a letter or digit, is not a reserved word and does not end in -cache.',
    'key',
  )
}

/** Repositories of a project carry its key, so that nobody mistakes whose they are. */
export function requirePrefix(key: string, projectKey: string): void {
  if (projectKey !== '' && !key.startsWith(`${projectKey}-`))
    throw badRequest(
      `The key of a repository of the project ${projectKey} starts with ${projectKey}-.`,
      'key',
    )
}
