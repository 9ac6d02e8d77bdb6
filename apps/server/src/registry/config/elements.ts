// Configuration documents as clients write them: members by name, things by their key. What is known of an element is read
// in its types, what is not is handed back, so that whoever reads can say so.
import { badRequest } from '../../platform/errors.ts'
import { isObject, type Member } from './member.ts'

export type Plain = null | boolean | number | string | Plain[] | PlainObject
export interface PlainObject {
  [name: string]: Plain
}

export const isPlainObject = (value: Plain | undefined): value is PlainObject => isObject(value)

interface ReadElement<T> {
  /** Only what was given; null became the default. */
  values: Partial<T>
  /** In the shape in which it was given; undefined when all of it is known. */
  rest: PlainObject | undefined
}

export function readElement<T>(
  path: string,
  given: Plain,
  members: { [K in keyof T]: Member<T[K]> },
): ReadElement<T> {
  if (!isPlainObject(given)) throw badRequest(`${path} holds members by their names.`)
  const known: Record<string, Member<unknown>> = members
  const values: [string, unknown][] = []
  const rest: [string, Plain][] = []
  for (const [name, value] of Object.entries(given)) {
    const member = Object.hasOwn(known, name) ? known[name] : undefined
    if (member === undefined) rest.push([name, value])
    else values.push([name, value === null ? member.fallback : member.read(value, `${path}.${name}`)])
  }
  // Each member gave its value its type.
  return { values: Object.fromEntries(values) as Partial<T>, rest: toObject(rest) }
}

interface KeyedThings {
  /** Those that are there. */
  keys(): Promise<string[]>
  remove(key: string): Promise<void>
  /** Makes or changes it; returns what has no effect. */
  merge(key: string, given: PlainObject): Promise<PlainObject | undefined>
}

/** Null in place of a thing takes it away, null in place of all takes all away. */
export async function mergeKeyed(
  path: string,
  given: Plain,
  things: KeyedThings,
): Promise<PlainObject | undefined> {
  if (given === null) {
    for (const key of await things.keys()) await things.remove(key)
    return undefined
  }
  if (!isPlainObject(given)) throw badRequest(`${path} holds things by their keys.`)
  const rest: [string, Plain][] = []
  for (const [key, value] of Object.entries(given)) {
    if (value === null) {
      // Gone already is as good.
      if ((await things.keys()).includes(key)) await things.remove(key)
    } else if (isPlainObject(value)) {
      const left = await things.merge(key, value)
      if (left) rest.push([key, left])
    } else throw badRequest(`${path}.${key} holds members by their names.`)
  }
  return toObject(rest)
}

const toObject = (entries: [string, Plain][]): PlainObject | undefined =>
  entries.length === 0 ? undefined : Object.fromEntries(entries)
