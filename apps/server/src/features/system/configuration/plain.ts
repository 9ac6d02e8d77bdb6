// Documents taken apart and put together, by paths of names.
import { isPlainObject, type Plain, type PlainObject } from '../../../registry/config/elements.ts'

/** `over` onto `under`, member by member; null takes a member away. */
export function merged(under: Plain | undefined, over: Plain): Plain {
  if (!isPlainObject(over)) return over
  const base = isPlainObject(under) ? under : {}
  const all = new Map(Object.entries(base))
  for (const [name, value] of Object.entries(over))
    if (value === null) all.delete(name)
    else all.set(name, merged(all.get(name), value))
  return Object.fromEntries(all)
}

/** What stands there, taken out of the document; undefined when nothing does. */
export function take(document: PlainObject, path: readonly string[]): Plain | undefined {
  const [name = '', ...inner] = path
  const value = Object.hasOwn(document, name) ? document[name] : undefined
  if (inner.length > 0) return isPlainObject(value) ? take(value, inner) : undefined
  delete document[name]
  return value
}

export const nested = (path: readonly string[], value: Plain): PlainObject =>
  Object.fromEntries([[path[0] ?? '', path.length > 1 ? nested(path.slice(1), value) : value]])

/** The names of all values, as `security.passwordSettings.encryptionPolicy`. */
export function namesIn(value: Plain, path = ''): string[] {
  if (!isPlainObject(value)) return [path]
  return Object.entries(value).flatMap(([name, inner]) =>
    namesIn(inner, path === '' ? name : `${path}.${name}`),
  )
}

/** What is to be taken away, and nothing else. */
export const removals = (value: Plain): PlainObject =>
  filtered(value, (_name, inner) => inner === null || isPlainObject(inner), removals)

export const withoutRemovals = (value: Plain): PlainObject =>
  filtered(value, (_name, inner) => inner !== null, withoutRemovals)

const secretName = /password|passphrase|secret|privatekey|accesskey|token$|credential/i

export const isSecret = (name: string): boolean => secretName.test(name.split('.').at(-1) ?? '')

export const withoutSecrets = (value: Plain): PlainObject =>
  filtered(value, (name, inner) => inner === null || isPlainObject(inner) || !isSecret(name), withoutSecrets)

/** Without what is left empty by it. */
function filtered(
  value: Plain,
  stays: (name: string, inner: Plain) => boolean,
  inside: (value: Plain) => PlainObject,
): PlainObject {
  if (!isPlainObject(value)) return {}
  const entries = Object.entries(value)
    .filter(([name, inner]) => stays(name, inner))
    .map(([name, inner]): [string, Plain] => [name, isPlainObject(inner) ? inside(inner) : inner])
  return Object.fromEntries(entries.filter(([, inner]) => !isEmpty(inner)))
}

export const isEmpty = (value: Plain): boolean => isPlainObject(value) && Object.keys(value).length === 0
