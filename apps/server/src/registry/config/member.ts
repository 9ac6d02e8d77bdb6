// What one member of a configuration is: its JSON type, its default, and how loosely typed input becomes that type.
// Templates of command lines write "true" and "10"; readers compare what they get back by type.
import { badRequest } from '../../platform/errors.ts'

export interface Member<T> {
  fallback: T
  /** Throws AppError naming the member when the value cannot be meant. */
  read(value: unknown, name: string): T
}

const longestText = 16_384
const longestList = 1_000

export const flag = (fallback = false): Member<boolean> => ({
  fallback,
  read(value, name) {
    if (typeof value === 'boolean') return value
    const text = typeof value === 'string' ? value.trim().toLowerCase() : ''
    if (text === 'true' || text === 'false') return text === 'true'
    throw badRequest(`${name} is true or false.`, name)
  },
})

export const integer = (fallback = 0, min = 0, max = 2_147_483_647): Member<number> => ({
  fallback,
  read(value, name) {
    const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value
    if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max)
      return number
    throw badRequest(`${name} is a whole number from ${min} to ${max}.`, name)
  },
})

export const text = (fallback = ''): Member<string> => ({
  fallback,
  read(value, name) {
    const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    if (typeof given !== 'string') throw badRequest(`${name} is a text.`, name)
    if (given.length > longestText) throw badRequest(`${name} has at most ${longestText} characters.`, name)
    return given
  },
})

/** One of a few words; written back as it was given, whatever its case. */
export const choice = <const T extends string>(fallback: T, ...others: string[]): Member<string> => ({
  fallback,
  read(value, name) {
    const given = text().read(value, name)
    const words = [fallback, ...others]
    if (words.some((word) => word.toLowerCase() === given.toLowerCase())) return given
    throw badRequest(`${name} is one of ${words.join(', ')}.`, name)
  },
})

/** Texts in their order; one text is taken apart at its commas. */
export const list = (...fallback: string[]): Member<string[]> => ({
  fallback,
  read(value, name) {
    const given =
      typeof value === 'string'
        ? value
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== '')
        : value
    if (!Array.isArray(given) || given.length > longestList)
      throw badRequest(`${name} is a list of at most ${longestList} texts.`, name)
    return given.map((one) => text().read(one, name))
  },
})

/** An object of known members. What else it holds is kept. */
export function group<T extends object>(members: { [K in keyof T]: Member<T[K]> }): Member<T> {
  const entries = Object.entries<Member<unknown>>(members)
  return {
    // Each member of T has its fallback.
    fallback: Object.fromEntries(entries.map(([name, member]) => [name, member.fallback])) as T,
    read(value, name) {
      if (!isObject(value)) throw badRequest(`${name} is an object.`, name)
      const read = entries.map(([inner, member]): [string, unknown] => [
        inner,
        isGiven(value[inner]) ? member.read(value[inner], `${name}.${inner}`) : member.fallback,
      ])
      return { ...value, ...Object.fromEntries(read) } as T
    },
  }
}

export const groups = <T extends object>(members: { [K in keyof T]: Member<T[K]> }): Member<T[]> => ({
  fallback: [],
  read(value, name) {
    // An empty list is an empty text where it comes as XML.
    if (value === '') return []
    if (!Array.isArray(value) || value.length > longestList)
      throw badRequest(`${name} is a list of at most ${longestList} objects.`, name)
    return value.map((one) => group<T>(members).read(one, name))
  },
})

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null stands for the default on this wire. */
export const isGiven = (value: unknown) => value !== undefined && value !== null
