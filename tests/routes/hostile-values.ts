// Requests that no honest client sends, made from the shapes of an endpoint: one value wrong at a time.
import type { Endpoint } from '@bindery/contracts'
import { z } from 'zod'

export interface HostileRequest {
  /** Says what is wrong, for the reader of a failure. */
  label: string
  target: string
  body?: string | undefined
  /** What the contract says about it. */
  isValid: boolean
}

type Json = Record<string, unknown>

export function hostileRequests(endpoint: Endpoint): HostileRequest[] {
  const { params, query, body } = endpoint.shape
  const base = { params: sampleOf(params), query: sampleOf(query), body: body && sampleOf(body) }
  const target = (given: Json, search: Json = base.query) => toTarget(endpoint.path, given, search)
  const requests: HostileRequest[] = []
  for (const name of fieldsOf(params))
    for (const [label, value] of Object.entries(texts).filter(([, text]) => text !== ''))
      requests.push({
        label: `${name} is ${label}`,
        target: target({ ...base.params, [name]: value }),
        body: base.body && JSON.stringify(base.body),
        isValid: params?.safeParse({ ...base.params, [name]: value }).success ?? true,
      })
  for (const name of fieldsOf(query))
    for (const [label, value] of Object.entries(texts))
      requests.push({
        label: `?${name} is ${label}`,
        target: target(base.params, { ...base.query, [name]: value }),
        body: base.body && JSON.stringify(base.body),
        isValid: query?.safeParse({ ...base.query, [name]: value }).success ?? true,
      })
  for (const [label, wrong] of wrongBodies(base.body, fieldsOf(body)))
    requests.push({
      label: `body: ${label}`,
      target: target(base.params),
      body: JSON.stringify(wrong),
      isValid: body?.safeParse(wrong).success ?? true,
    })
  return requests
}

const engineMatters =
  /(?:missing|a NUL|control characters|half a character|a quote and a semicolon|a huge number|not a number|emoji|long|a fraction|more than an integer|a very long text)$/

/** Unusual characters, numbers and lengths are where engines differ; other texts are bound like any honest one. */
export const isForEachEngine = ({ label }: HostileRequest) => engineMatters.test(label)

/** A request that the contract allows, to start from. */
export const honestRequest = (endpoint: Endpoint) => ({
  target: toTarget(endpoint.path, sampleOf(endpoint.shape.params), sampleOf(endpoint.shape.query)),
  body: endpoint.shape.body && JSON.stringify(sampleOf(endpoint.shape.body)),
})

function wrongBodies(base: Json | undefined, fields: string[]): [string, unknown][] {
  if (base === undefined) return []
  const values = Object.entries({ ...texts, ...otherTypes })
  const wrong = fields.flatMap((name): [string, unknown][] => [
    [`${name} is missing`, Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))],
    ...values.map(([label, value]): [string, unknown] => [`${name} is ${label}`, { ...base, [name]: value }]),
  ])
  return [...wrong, ...Object.entries(otherTypes).map(([label, value]): [string, unknown] => [label, value])]
}

const texts: Record<string, string> = {
  empty: '',
  'a space': ' ',
  'a NUL': 'a\0b',
  'control characters': 'a\u0001\u001b[31m\r\nset-cookie: x=1',
  'half a character': 'a\ud800b',
  'turned around': 'a\u202eb\u200b',
  SQL: `' OR 1=1--`,
  'a quote and a semicolon': `"; drop table users; $$`,
  'a path upwards': '../../etc/passwd',
  'an encoded path upwards': '..%2f..%2fetc%2fpasswd',
  'a template': '${7*7}{{7*7}}<%=7*7%>',
  HTML: '<script>alert(1)</script>',
  'a key of every object': '__proto__',
  'a number': '-1',
  'a huge number': '1e309',
  'not a number': 'NaN',
  emoji: '🔑'.repeat(20),
  long: 'x'.repeat(10_000),
}

const otherTypes: Record<string, unknown> = {
  null: null,
  'a negative number': -1,
  'a fraction': 0.5,
  'more than an integer': 2 ** 60,
  true: true,
  'an empty list': [],
  'a list': [[], {}, 'x'],
  'an object': { $gt: '', toString: 'x', constructor: { prototype: { isAdmin: true } } },
  'a polluting object': JSON.parse('{"__proto__":{"isAdmin":true}}'),
  'a very long text': 'x'.repeat(500_000),
}

function toTarget(path: string, params: Json, query: Json): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(String(params[name] ?? 'walked')))
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(String(value))}`)
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`
}

/** Half a character has no code in UTF-8; its three bytes are sent as some programs would. */
const encode = (text: string) =>
  text
    .split('\ud800')
    .map((part) => encodeURIComponent(part).replaceAll('.', '%2e'))
    .join('%ED%A0%80')

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

// Nothing before an address: that would be asked, and how long it takes is not ours to say.
const words = [
  'walked',
  '',
  'AT',
  'password-walked',
  'generic',
  'local',
  'https://walked.example',
  'ldap://walked.example',
  'saml',
  'walked@walked.example',
  '/walked',
  '01890000-0000-7000-8000-000000000000',
]

/** One of the words that a closed list has. */
const listedWord = (field: unknown) => (field instanceof z.ZodEnum ? field.options[0] : undefined)

/** What an object inside an object needs. */
const nestedSample = (field: unknown) => (field instanceof z.ZodObject ? sampleOf(field) : undefined)

/** The simplest object that the schema takes. */
function sampleOf(schema: z.ZodType | undefined): Json {
  if (!(schema instanceof z.ZodObject)) return {}
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const candidates = [
      undefined,
      ...words,
      listedWord(field),
      1,
      8,
      true,
      null,
      [],
      ['walked'],
      { walked: 'walked' },
      [{ walked: 'walked' }],
      nestedSample(field),
    ]
    // The shape of an object holds schemas, whatever their type.
    const value = candidates.find((candidate) => (field as z.ZodType).safeParse(candidate).success)
    return value === undefined ? [] : [[name, value] as const]
  })
  const sample = Object.fromEntries(entries)
  schema.parse(sample)
  return sample
}
