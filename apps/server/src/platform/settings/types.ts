// The types that settings are made of. Each takes text as well as JSON, and its description completes
// the sentence "it must be …", in errors and in the manual alike.
import { isIP } from 'node:net'
import { z } from 'zod'

export const wholeNumber = (from: number, to: number) =>
  type(`a whole number between ${from} and ${to}`, (given) => {
    const value = typeof given === 'string' && /^-?\d{1,15}$/.test(given.trim()) ? Number(given) : given
    return Number.isInteger(value) && Number(value) >= from && Number(value) <= to ? Number(value) : undefined
  })

export const text = (longest = 200) =>
  type(`text of at most ${longest} characters without line breaks`, (given) =>
    typeof given === 'string' && given.length <= longest && !hasControlCharacter(given) ? given : undefined,
  )

export const path = () =>
  type('a path', (given) =>
    typeof given === 'string' && given.trim() !== '' && !hasControlCharacter(given) ? given : undefined,
  )

export const yesOrNo = () =>
  type('true or false', (given) => {
    if (typeof given === 'boolean') return given
    return typeof given === 'string' ? truths.get(given.trim().toLowerCase()) : undefined
  })

export const oneOf = <const T extends string>(...choices: T[]) =>
  type(`one of ${choices.join(', ')}`, (given) => choices.find((choice) => choice === given))

export const byteSize = () =>
  type('a size such as 500 MB or 10 GiB', (given) => {
    if (typeof given === 'number') return isCount(given) ? given : undefined
    return typeof given === 'string' ? measure(given, byteUnits, 'b') : undefined
  })

export const duration = () =>
  type('a duration such as 500 ms, 30 s, 5 min, 2 h or 1 d', (given) =>
    typeof given === 'string' ? measure(given, timeUnits) : undefined,
  )

/** An address of ours: only http and https, without credentials, query or a slash at the end. */
export const webAddress = () =>
  type('an http or https address such as https://bindery.example.com', (given) => {
    const url = typeof given === 'string' ? URL.parse(given.trim()) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
      return undefined
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  })

export const postgresAddress = () =>
  type('an address such as postgresql://user:password@host:5432/database', (given) => {
    const url = typeof given === 'string' ? URL.parse(given.trim()) : null
    return url && /^postgres(ql)?:$/.test(url.protocol) ? url.href : undefined
  })

export const hexKey = (bytes: number) =>
  type(`a key of ${bytes * 2} hexadecimal digits`, (given) =>
    typeof given === 'string' && given.length === bytes * 2 && /^[0-9a-f]+$/i.test(given) ? given : undefined,
  )

/** Some of the given words, as a JSON list or as text with commas. */
export const wordList = <const T extends string>(...choices: T[]) =>
  type(`a list of ${choices.join(', ')}`, (given) => {
    const items = listOf(given)
    return items?.every((item): item is T => choices.some((choice) => choice === item)) ? items : undefined
  })

/** As `word=address` with commas between them, or as a JSON object. */
export const addressesByWord = () =>
  type('a list such as npm=https://mirror.example.com/npm/, of http or https addresses', (given) => {
    const items = typeof given === 'string' ? listOf(given)?.map(splitPair) : entriesOf(given)
    return items?.every(isNamedAddress) ? new Map(items) : undefined
  })

/** As `openssl pkey -pubout -outform DER | base64` prints it. */
export const publicKey = () =>
  type('an Ed25519 public key in base64', (given) =>
    typeof given === 'string' && /^MCowBQYDK2VwAyEA[\w+/]{43}=$/.test(given.trim())
      ? given.trim()
      : undefined,
  )

/** Written as a JSON list, or as text with commas. */
export const addressList = () =>
  type('a list of IP addresses or networks such as 10.0.0.0/8, 192.168.1.5', (given) => {
    const items = listOf(given)
    return items?.every(isNetwork) ? items : undefined
  })

function listOf(given: unknown): unknown[] | undefined {
  const items: unknown = typeof given === 'string' ? given.split(',').map((item) => item.trim()) : given
  return Array.isArray(items) ? items.filter((item) => item !== '') : undefined
}

const entriesOf = (given: unknown): [string, unknown][] | undefined =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : undefined

function splitPair(item: unknown): [string, unknown] {
  const [word = '', ...rest] = String(item).split('=')
  return [word.trim().toLowerCase(), rest.join('=').trim()]
}

function isNamedAddress(pair: [string, unknown]): pair is [string, string] {
  const [word, address] = pair
  const url = typeof address === 'string' ? URL.parse(address) : null
  return /^[a-z0-9]+$/.test(word) && url !== null && /^https?:$/.test(url.protocol) && !url.username
}

function type<T>(words: string, read: (given: unknown) => T | undefined) {
  return z
    .unknown()
    .transform((given, context): T => {
      const value = read(given)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: `it must be ${words}` })
      return z.NEVER
    })
    .describe(words)
}

const truths = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
])

const byteUnits = new Map([
  ['b', 1],
  ...['kb', 'mb', 'gb', 'tb'].map((unit, index) => [unit, 1000 ** (index + 1)] as const),
  ...['kib', 'mib', 'gib', 'tib'].map((unit, index) => [unit, 1024 ** (index + 1)] as const),
])

const timeUnits = new Map([
  ['ms', 1],
  ['s', 1000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

function measure(given: string, units: Map<string, number>, implied = ''): number | undefined {
  const [, count = '', unit = ''] = /^\s*(\d{1,15}(?:\.\d{1,6})?)\s*([a-z]*)\s*$/i.exec(given) ?? []
  const factor = units.get(unit.toLowerCase() || implied)
  const value = count === '' || factor === undefined ? NaN : Math.round(Number(count) * factor)
  return isCount(value) ? value : undefined
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

function isNetwork(item: unknown): item is string {
  if (typeof item !== 'string') return false
  const [address = '', bits, ...rest] = item.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const hasControlCharacter = (value: string) => /[\u0000-\u001f\u007f]/.test(value)
