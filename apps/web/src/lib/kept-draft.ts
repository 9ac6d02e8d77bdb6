// What somebody typed and did not save, kept in this tab through a reload and through signing in again. Never secrets:
// passwords and the like have to be typed again. Forgotten as soon as it is saved, discarded or left on purpose.
import { readerName } from './reader.ts'
import { tabStorage } from './storage.ts'

let isKeeping = false

/** The page is about to go although nobody decided to leave it: what is typed is to be there afterwards. */
export function keepDrafts() {
  isKeeping = true
}

export const isKept = () => isKeeping

/** For one person, page and form. Undefined when nobody is signed in: the page is on its way out then. */
export function draftKey(shape: object): string | undefined {
  const reader = readerName()
  if (reader === undefined) return undefined
  return `bindery.draft:${reader}:${location.pathname}:${Object.keys(shape).toSorted().join()}`
}

/** The changed fields only, so that what somebody else saved meanwhile is not undone. */
export function storeDraft<T extends object>(key: string, changes: Partial<T>) {
  tabStorage.setItem(
    key,
    JSON.stringify(changes, (name, value: unknown) => (isSecret(name) ? undefined : value)),
  )
}

export const forgetDraft = (key: string) => tabStorage.removeItem(key)

export function findDraft<T extends object>(key: string | undefined): Partial<T> | undefined {
  if (key === undefined) return undefined
  isKeeping = false
  try {
    const found: unknown = JSON.parse(tabStorage.getItem(key) ?? 'null')
    if (typeof found !== 'object' || found === null || Object.keys(found).length === 0) return undefined
    return found // storeDraft wrote it
  } catch {
    return undefined
  }
}

const isSecret = (name: string) => /password|secret|passphrase|token|private_?key/i.test(name)
