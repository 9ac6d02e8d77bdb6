// Collects values from the file, the environment and the flags (the later wins) and judges all of them,
// so that a person sees every problem at once and not one per start.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { nearestName } from './nearest.ts'
import { environmentName, flagName, type Setting, type Settings, type Values } from './setting.ts'

export interface Sources {
  env: Record<string, string | undefined>
  argv: readonly string[]
  cwd: string
}

export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const list = problems.map((problem) => `- ${problem}`).join('\n')
    super(
      problems.length === 1
        ? `A setting is wrong:\n${list}`
        : `${problems.length} settings are wrong:\n${list}`,
    )
    this.name = 'SettingsError'
    this.problems = problems
  }
}

/** A value as it was written, and where: `name` and `place` are words for the person who wrote it. */
interface Given {
  value: unknown
  name: string
  place: string
  folder: string
}

export type GivenValues = Map<string, Given>

export function readFlags(settings: Settings, sources: Sources, problems: string[]): GivenValues {
  const given: GivenValues = new Map()
  const keys = new Map(Object.keys(settings).map((key) => [flagName(key), key]))
  for (let i = 0; i < sources.argv.length; i++) {
    const argument = sources.argv[i] ?? ''
    const [name = '', written] = splitOnce(argument, '=')
    const key = keys.get(name)
    const setting = key === undefined ? undefined : settings[key]
    if (key === undefined || !setting) {
      problems.push(
        unknown(argument.startsWith('-') ? name : argument, [...keys.keys()], 'on the command line'),
      )
      continue
    }
    const next = sources.argv[i + 1]
    const takesNext =
      written === undefined && next !== undefined && !next.startsWith('--') && !isSwitch(setting, next)
    if (takesNext) i++
    const value = written ?? (takesNext ? next : isSwitch(setting) ? true : undefined)
    if (setting.isSecret) problems.push(secretFlag(name, key))
    else if (value === undefined)
      problems.push(`${name} needs a value, for example ${name} ${setting.example}.`)
    else given.set(key, { value, name, place: 'on the command line', folder: sources.cwd })
  }
  return given
}

export function readEnvironment(settings: Settings, sources: Sources, problems: string[]): GivenValues {
  const given: GivenValues = new Map()
  for (const [key, setting] of Object.entries(settings)) {
    const name = environmentName(key)
    const place = 'in the environment'
    const value = sources.env[name]
    // Compose files pass empty text for what nobody set.
    if (value !== undefined && value !== '') given.set(key, { value, name, place, folder: sources.cwd })
    else if (setting.isSecret) readSecretFile(key, sources, given, problems)
  }
  return given
}

export function unknownEnvironmentNames(
  settings: Settings,
  env: Sources['env'],
  alsoKnown: string[],
): string[] {
  const names = [...Object.keys(settings).map(environmentName), ...alsoKnown]
  const secretFiles = Object.keys(settings).flatMap((key) =>
    settings[key]?.isSecret ? [`${environmentName(key)}_FILE`] : [],
  )
  const known = new Set([...names, ...secretFiles])
  return Object.keys(env)
    .filter((name) => name.startsWith('BINDERY_') && !name.startsWith('BINDERY_TEST_') && !known.has(name))
    .map((name) => `${unknown(name, names, 'in the environment')} It is ignored.`)
}

export function readFile(
  settings: Settings,
  file: string,
  isDemanded: boolean,
  problems: string[],
): GivenValues {
  const given: GivenValues = new Map()
  const content = readObject(file, isDemanded, problems)
  for (const [key, value] of Object.entries(content)) {
    if (key === '$schema' || key === '$comment') continue
    if (Object.hasOwn(settings, key))
      given.set(key, { value, name: key, place: `in ${file}`, folder: dirname(file) })
    else problems.push(unknown(key, Object.keys(settings), `in ${file}`))
  }
  return given
}

export function judge<S extends Settings>(
  settings: S,
  given: GivenValues,
  cwd: string,
  problems: string[],
): Values<S> {
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(settings)) {
    const origin = given.get(key)
    const written = origin ? origin.value : setting.default
    if (written === undefined) {
      values[key] = undefined
      continue
    }
    const judged = setting.type.safeParse(written)
    if (!judged.success) problems.push(wrongValue(setting, origin, written, judged.error.issues[0]?.message))
    else values[key] = setting.isPath ? resolve(origin?.folder ?? cwd, String(judged.data)) : judged.data
  }
  // Each key of the schema was set above from its own type, which the compiler cannot follow.
  return values as Values<S>
}

function wrongValue(
  setting: Setting,
  origin: Given | undefined,
  written: unknown,
  rule = 'it is not allowed',
): string {
  const { name, place } = origin ?? { name: 'The default', place: 'in the program' }
  const shown = setting.isSecret ? 'not usable' : shorten(JSON.stringify(written) ?? String(written))
  return `${name} is ${shown}: ${rule.replace(/\.$/, '')}. Given ${place}.`
}

function unknown(name: string, names: string[], place: string): string {
  const nearest = nearestName(name, names)
  const hint = nearest ? ` Did you mean ${nearest}?` : ' docs/configuration.md lists all settings.'
  return `There is no setting ${shorten(name)}, given ${place}.${hint}`
}

const secretFlag = (name: string, key: string) =>
  `${name} is a secret, and flags can be read by everybody on the machine. ` +
  `Use ${environmentName(key)}, ${environmentName(key)}_FILE or the settings file.`

function readSecretFile(key: string, sources: Sources, given: GivenValues, problems: string[]): void {
  const name = `${environmentName(key)}_FILE`
  const file = sources.env[name]
  if (!file) return
  try {
    const value = readFileSync(resolve(sources.cwd, file), 'utf8').replace(/\r?\n$/, '')
    given.set(key, { value, name, place: 'in the environment', folder: sources.cwd })
  } catch (error) {
    problems.push(`${name} names ${shorten(file)}, which cannot be read (${codeOf(error)}).`)
  }
}

function readObject(file: string, isDemanded: boolean, problems: string[]): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
    problems.push(`${file} must hold one JSON object, such as { "port": 8082 }.`)
  } catch (error) {
    if (error instanceof SyntaxError) problems.push(`${file} is not valid JSON: ${placeOfMistake(error)}.`)
    else if (isDemanded || !['ENOENT', 'ENOTDIR'].includes(codeOf(error)))
      problems.push(`The settings file ${file} cannot be read (${codeOf(error)}).`)
  }
  return {}
}

/** V8's message quotes a piece of the file, which may be a password; only the place is kept. */
function placeOfMistake(error: SyntaxError): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? []
  return line ? `look at line ${line}, column ${column}` : 'it ends too early or has a stray character'
}

const isSwitch = (setting: Setting, next?: string) =>
  setting.type.safeParse(true).success && (next === undefined || !setting.type.safeParse(next).success)

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'

const shorten = (value: string) => (value.length > 100 ? `${value.slice(0, 100)}…` : value)

function splitOnce(value: string, mark: string): [string, string | undefined] {
  const at = value.indexOf(mark)
  return at < 0 ? [value, undefined] : [value.slice(0, at), value.slice(at + 1)]
}
