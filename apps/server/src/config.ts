// Every setting that is needed before the database is open: its default and its sentence, in one place.
// docs/configuration.md is made from this; what can be changed while running does not belong here.
import { join, resolve } from 'node:path'
import { deploymentSettings } from './deployment-settings.ts'
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

export const settings = {
  home: {
    type: type.path(),
    default: './data',
    sentence: 'The data folder: database, files, logs. Back it up as a whole.',
    example: '/var/lib/bindery',
    isPath: true,
  },
  host: {
    type: type.text(255),
    default: '::',
    sentence:
      'The address to listen on. `::` is every address of the machine, IPv4 included; `127.0.0.1` is this machine only.',
    example: '127.0.0.1',
  },
  port: {
    type: type.wholeNumber(0, 65_535),
    default: 8082,
    sentence: 'The port for HTTP. 0 takes any free one and prints it.',
    example: '9000',
  },
  baseUrl: {
    type: type.webAddress(),
    sentence:
      'The address under which people and clients reach this installation, for links in documents. The general settings may say another one. Without any, the address of each request is used.',
    example: 'https://bindery.example.com',
  },
  trustedProxies: {
    type: type.addressList(),
    default: '',
    sentence:
      'The reverse proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are believed. From anybody else these headers are ignored.',
    example: '10.0.0.0/8,192.168.1.5',
  },
  adminPassword: {
    type: type.text(1024),
    sentence:
      'The password that the first start gives to `admin`. Without it, a random one is printed once and must be changed at the first sign-in. Later starts ignore it.',
    example: 'correct-horse-battery-staple',
    isSecret: true,
  },
  databaseUrl: {
    type: type.postgresAddress(),
    sentence:
      'The PostgreSQL database to use. Without it, an embedded SQLite database in the data folder is used.',
    example: 'postgresql://bindery:password@db.example.com:5432/bindery',
    isSecret: true,
  },
  masterKey: {
    type: type.hexKey(32),
    sentence:
      'The key under which passwords of other servers are stored. Without it, the first start makes one in `etc/master.key` of the data folder. Several processes on one database need the same.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    isSecret: true,
  },
  outboundAllow: {
    type: type.addressList(),
    default: '',
    sentence:
      'Addresses and networks that this server may connect to although they are internal to the machine (loopback, link-local, metadata services), such as an identity provider on the same machine.',
    example: '127.0.0.1',
  },
  upstreamMirrors: {
    type: type.addressesByWord(),
    default: '',
    sentence:
      'The addresses that new remote repositories begin with in place of the public registries, by package type: for an installation that reaches only a mirror of its own. The default repositories of the first start use them, too.',
    example: 'npm=https://mirror.example.com/npm/,pypi=https://mirror.example.com/pypi/',
  },
  anonymousAccess: {
    type: type.yesOrNo(),
    default: false,
    sentence:
      'Whether people who did not sign in may read. Where a new installation begins; later the security settings say.',
    example: 'true',
  },
  httpsPort: {
    type: type.wholeNumber(0, 65_535),
    sentence: 'The port for HTTPS, beside HTTP. Needs `httpsCertificate` and `httpsKey`.',
    example: '8443',
  },
  httpsCertificate: {
    type: type.path(),
    sentence:
      'The certificate for HTTPS as a PEM file, with its chain. A changed file is taken up without a restart.',
    example: '/etc/bindery/certificate.pem',
    isPath: true,
  },
  httpsKey: {
    type: type.path(),
    sentence: 'The private key of the certificate as a PEM file.',
    example: '/etc/bindery/key.pem',
    isPath: true,
  },
  serverName: {
    type: type.text(100),
    default: '',
    sentence:
      'The name of this installation, shown in the title of the browser window. Where a new installation begins; later the general settings say.',
    example: 'Team repository',
  },
  licenseIssuer: {
    type: type.publicKey(),
    sentence:
      'The public key of an issuer whose licence keys are taken beside those of the project, for trying out editions.',
    example: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  },
  transferQuota: {
    type: type.byteSize(),
    sentence:
      'How much clients may fetch in a calendar month before everybody is told that the quota is used up. Nothing is refused for it. Without it there is no limit.',
    example: '500 GB',
  },
  contactMail: {
    type: type.text(256),
    sentence:
      'The e-mail address that requests of the contact form are sent to, by the mail server of the settings. Without it and `contactUrl` they are only kept.',
    example: 'desk@example.com',
  },
  contactUrl: {
    type: type.webAddress(),
    sentence: 'The address that requests of the contact form are posted to as JSON, instead of being mailed.',
    example: 'https://desk.example.com/requests',
  },
  ...deploymentSettings,
  nodeId: {
    type: type.text(100),
    sentence:
      'The name of this process among several on one database. Without it, a name is made at the first start and kept in the data folder.',
    example: 'node-1',
  },
  logLevel: {
    type: type.oneOf('debug', 'info', 'warn', 'error'),
    default: 'info',
    sentence: 'The least important lines that are written to the logs.',
    example: 'debug',
  },
  logConsole: {
    type: type.oneOf('pretty', 'json', 'off'),
    default: 'pretty',
    sentence: 'How log lines appear on the console: for people, for machines, or not at all.',
    example: 'json',
  },
  logMaxSize: {
    type: type.byteSize(),
    default: '10 MiB',
    sentence: 'The size at which a log file is put aside and a new one is begun.',
    example: '50 MiB',
  },
  logMaxFiles: {
    type: type.wholeNumber(1, 1000),
    default: 5,
    sentence: 'How many log files are kept for each service, the current one included.',
    example: '10',
  },
  maxUploadSize: {
    type: type.byteSize(),
    default: '10 GiB',
    sentence: 'The largest file that may be uploaded.',
    example: '2 GiB',
  },
  maxMetadataSize: {
    type: type.byteSize(),
    default: '16 MiB',
    sentence:
      'The largest description that a client may send along with a package, such as the manifest of an npm publish.',
    example: '32 MiB',
  },
  maxBuildInfoSize: {
    type: type.byteSize(),
    default: '64 MiB',
    sentence: 'The largest build-info that a build tool may publish.',
    example: '128 MiB',
  },
  accelRedirect: {
    type: type.text(),
    default: '',
    sentence:
      'The address, such as /bindery-blobs/, under which nginx in front serves the folder blobs of the data folder internally. Files larger than 64 kB are then sent by nginx itself (X-Accel-Redirect), for requests that carry the header X-Sendfile-Type. Empty: never.',
    example: '/bindery-blobs/',
  },
  maxJsonBody: {
    type: type.byteSize(),
    default: '1 MiB',
    sentence: 'The largest body of any other call that sends JSON.',
    example: '2 MiB',
  },
  maxLiveStreams: {
    type: type.wholeNumber(0, 1_000_000),
    default: 5000,
    sentence:
      'How many browsers may follow what happens at the same time, on this process. The others ask again now and then.',
    example: '20000',
  },
  requestHeaderTimeout: {
    type: type.duration(),
    default: '30 s',
    sentence: 'How long a client may take to send the headers of a request.',
    example: '10 s',
  },
  shutdownTimeout: {
    type: type.duration(),
    default: '30 s',
    sentence: 'How long a stop waits for running requests and jobs.',
    example: '2 min',
  },
  sessionIdleMinutes: {
    type: type.wholeNumber(1, 100_000),
    default: 60,
    sentence:
      'After how many minutes without a request a browser session ends. Where a new installation begins; later the security settings say.',
    example: '30',
  },
  sessionHours: {
    type: type.wholeNumber(1, 100_000),
    default: 12,
    sentence:
      'After how many hours a browser session ends in any case. Where a new installation begins; later the security settings say.',
    example: '8',
  },
  rememberMeDays: {
    type: type.wholeNumber(0, 3650),
    default: 14,
    sentence:
      'How many days a browser stays signed in after "Remember me". 0 takes the choice away. Where a new installation begins; later the security settings say.',
    example: '30',
  },
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

This page is made from \`apps/server/src/config.ts\` by \`npm run generate\`; do not edit it.
`
