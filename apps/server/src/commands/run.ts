// The commands of the program. Each ends with an exit code; what goes wrong is said in a sentence.
import { loadConfig, redactConfig, type Config } from '../config.ts'
import { explainFailure } from './failures.ts'
import { serve } from './serve.ts'
import { nearestName } from '../platform/settings/nearest.ts'
import { productVersion } from '../platform/version.ts'

export interface Moments {
  /** Everything is loaded and the server listens. */
  loaded(): void
}

export async function run(argv: string[], moments: Moments): Promise<void> {
  process.title = 'bindery'
  const { command, rest } = split(argv)
  const found = commands.get(command)
  if (found) await attempt(found, rest, moments)
  else fail(`There is no command ${JSON.stringify(command)}.${suggestion(command)} bindery help lists them.`)
}

interface Invocation {
  config(): Config
  /** What stands after the command and is no setting: a folder. */
  subject: string | undefined
  /** Whether a switch of the command itself is given, such as --repair. */
  has(name: string): boolean
  moments: Moments
}

type Command = (invocation: Invocation) => Promise<void> | void

const commands = new Map<string, Command>([
  ['serve', ({ config, moments }) => serve(config(), moments)],
  ['migrate', async ({ config }) => (await import('./migrate.ts')).migrateData(config())],
  ['create-admin', async ({ config }) => (await import('./create-admin.ts')).createAdmin(config())],
  ['backup', async ({ config, subject }) => (await import('./backup/backup.ts')).backup(config(), subject)],
  [
    'restore',
    async ({ config, subject }) => (await import('./backup/restore.ts')).restore(config(), subject),
  ],
  [
    'fsck',
    async ({ config, has }) => {
      const options = { isRepairing: has('repair'), isQuick: has('quick') }
      await (await import('./fsck/fsck.ts')).fsck(config(), options)
    },
  ],
  ['settings', ({ config }) => print(JSON.stringify(redactConfig(config()), undefined, 2))],
  ['version', () => print(`Bindery ${productVersion}`)],
  ['help', () => print(help)],
])

const help = `Bindery ${productVersion}, an open platform for software artifacts

Usage: bindery [command] [settings]

  serve          start the server (also without a command)
  migrate        bring the database to this version and stop
  create-admin   give admin a new password, when it was lost, and stop
  backup FOLDER  copy the whole instance, which may be running, to a folder, or to a file named *.tar.gz
  restore FOLDER make an instance of a backup, in an empty data folder
  fsck           check all that is stored; --quick reads no contents, --repair mends what can be
  settings       print the settings in force, without secrets
  version        print the version
  help           print this text

Settings are written as flags, such as --port 9000 --home /var/lib/bindery, in the environment,
such as BINDERY_PORT=9000, or in bindery.json in the data folder. docs/configuration.md lists them.`

function split(argv: string[]): { command: string; rest: string[] } {
  const [first, ...rest] = argv
  if (argv.includes('--help') || argv.includes('-h')) return { command: 'help', rest: [] }
  if (first === '--version' || first === '-v') return { command: 'version', rest: [] }
  return first === undefined || first.startsWith('-')
    ? { command: 'serve', rest: argv }
    : { command: first, rest }
}

async function attempt(command: Command, given: string[], moments: Moments): Promise<void> {
  let config: Config | undefined
  const subject = given[0]?.startsWith('-') === false ? given[0] : undefined
  const own = new Set<string>()
  const has = (name: string) => {
    own.add(`--${name}`)
    return given.includes(`--${name}`)
  }
  const load = () => {
    const argv = given.filter((one, index) => !own.has(one) && !(index === 0 && one === subject))
    return (config = loadConfig({ env: process.env, argv, warn: (sentence) => console.error(sentence) }))
  }
  try {
    await command({ config: load, subject, has, moments })
  } catch (error) {
    fail(explainFailure(error, config))
  }
}

function fail(sentence: string): void {
  console.error(sentence)
  // Something half started may still hold the process; the failure is final.
  process.exit(1)
}

function suggestion(command: string): string {
  const nearest = nearestName(command, [...commands.keys()])
  return nearest ? ` Did you mean ${nearest}?` : ''
}

const print = (text: string) => console.log(text)
