// Every setting that is needed before the database is open; each has its default and its sentence in settings/.
// docs/configuration.md is made from this; what can be changed while running does not belong here.
import { join, resolve } from 'node:path'
import { describeSettings } from './platform/settings/describe.ts'
import {
  judge,
  readEnvironment,
  readFile,
  readFlags,
  SettingsError,
  unknownEnvironmentNames,
  type GivenValues,
  type Sources,
} from './platform/settings/read.ts'
import type { Setting, Settings, Values } from './platform/settings/setting.ts'
import * as type from './platform/settings/types.ts'
import { deploymentSettings } from './settings/deployment-settings.ts'
import { limitSettings } from './settings/limit-settings.ts'
import { networkSettings } from './settings/network-settings.ts'
import { peopleSettings } from './settings/people-settings.ts'
import { storageSettings } from './settings/storage-settings.ts'

export const settings = {
  ...storageSettings,
  ...networkSettings,
  ...peopleSettings,
  ...deploymentSettings,
  ...limitSettings,
} as const satisfies Settings

export type Config = Values<typeof settings>

/**
 * Defaults, then the file, then the environment, then the flags: the later wins.
 * Throws one SettingsError that lists every problem; what only deserves a warning is handed to `warn`.
 */
export function loadConfig(sources: Partial<Sources> & { warn?: (sentence: string) => void } = {}): Config {
  const { env = {}, argv = [], cwd = process.cwd(), warn } = sources
  const problems: string[] = []
  const everything = { ...settings, config: configFile }
  const flags = readFlags(everything, { env, argv, cwd }, problems)
  const environment = readEnvironment(everything, { env, argv, cwd }, problems)
  const outside = new Map([...environment, ...flags])
  const config = judge(
    settings,
    new Map([...readConfigFile(outside, cwd, problems), ...outside]),
    cwd,
    problems,
  )
  problems.push(...(problems.length === 0 ? contradictions(config) : []))
  if (problems.length > 0) throw new SettingsError(problems)
  for (const sentence of unknownEnvironmentNames(everything, env, [])) warn?.(sentence)
  return config
}

/** For logs and support: which values are in force, without the secret ones. */
export function redactConfig(config: Config): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, setting]: [string, Setting]) => {
      // The keys of the schema are the keys of the configuration.
      const value = config[key as keyof Config]
      return [key, setting.isSecret && value !== undefined ? '(hidden)' : value]
    }),
  )
}

/** The text of docs/configuration.md. */
export const describeConfig = (): string => describeSettings(settings, introduction)

/** Only says where the file is, so it cannot stand in the file itself. */
const configFile: Setting = {
  type: type.path(),
  sentence: 'The settings file, when it is not bindery.json in the data folder.',
  example: '/etc/bindery/bindery.json',
}

function readConfigFile(outside: GivenValues, cwd: string, problems: string[]): GivenValues {
  const named = outside.get('config')
  if (named) return readFile(settings, resolve(cwd, String(named.value)), true, problems)
  const home = resolve(cwd, String(outside.get('home')?.value ?? settings.home.default))
  const given = readFile(settings, join(home, 'bindery.json'), false, problems)
  if (given.delete('home'))
    problems.push(
      'home cannot be set in the file that is found in the data folder. Use BINDERY_HOME or --home.',
    )
  return given
}

function contradictions(config: Config): string[] {
  const problems: string[] = []
  const https = [config.httpsPort, config.httpsCertificate, config.httpsKey]
  if (https.some((part) => part !== undefined) && https.includes(undefined))
    problems.push('HTTPS needs all three of httpsPort, httpsCertificate and httpsKey.')
  if (config.httpsPort !== undefined && config.httpsPort !== 0 && config.httpsPort === config.port)
    problems.push(`port and httpsPort are both ${config.port}: HTTP and HTTPS need a port each.`)
  if (config.sshPort !== undefined && config.sshPort !== 0) {
    const taken = config.sshPort === config.port ? 'port' : 'httpsPort'
    if (config.sshPort === config[taken])
      problems.push(`${taken} and sshPort are both ${config.sshPort}: SSH needs a port of its own.`)
  }
  if (config.contactMail !== undefined && config.contactUrl !== undefined)
    problems.push('contactMail and contactUrl: give one of the two.')
  if (config.contactMail !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(config.contactMail))
    problems.push('contactMail must be an e-mail address such as desk@example.com.')
  if (config.adminPassword !== undefined && config.adminPassword.length < 8)
    problems.push('BINDERY_ADMIN_PASSWORD is too short: use at least 8 characters.')
  return problems
}

const introduction = `
# Configuration

Bindery needs no configuration to start. Each setting below can be given in three places; the later wins:

1. in \`bindery.json\` in the data folder, or in the file named by \`--config\` or \`BINDERY_CONFIG\`: \`{ "port": 9000 }\`;
2. in the environment: \`BINDERY_PORT=9000\`;
3. as a flag: \`npm start -- --port 9000\`.

A wrong value or an unknown name in the file or among the flags stops the start with a list of all problems; an unknown
\`BINDERY_\` name in the environment is only warned about. An empty value in the environment counts as not given.
Paths in the file are relative to the file, others to the working folder.

This page is made from \`apps/server/src/settings\` by \`npm run generate\`; do not edit it.
`
