// What a capability of the management API is: a value with its calls, its jobs and what it listens to.
import type { Area, SettingState, SshServer } from '@bindery/contracts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Doer } from '../access/audit.ts'
import type { PlatformAction } from '../access/rules/permissions.ts'
import type { Deployment } from '../deployment.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/connect.ts'
import * as http from '../platform/http/implement.ts'
import type { EventListener } from '../platform/jobs/event-dispatcher.ts'
import type { Schedules } from '../platform/jobs/schedule.ts'
import type { JobContext } from '../platform/jobs/worker.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Installation } from '../platform/installation/installation.ts'
import type { Log } from '../platform/log.ts'
import type { Plain, PlainObject } from '../registry/config/elements.ts'
import type { Guard } from '../registry/guards.ts'
import type { Registry } from '../registry/registry.ts'

export interface Services {
  database: Database
  access: Access
  /** Requests to servers outside, under the policy of internal addresses. */
  outbound: Outbound
  registry: Registry
  clock: Clock
  log: Log
  version: string
  /** What the installation as a whole is: settings, licences, read-only mode. */
  installation: Installation
  readonly serverName: string
  /** Where requests of the contact form go; without either they are only kept. */
  contact: { mail?: string | undefined; url?: string | undefined }
  /** What kind of installation this is, as configured. */
  deployment: Deployment
  /** How many browsers may follow what happens at the same time. */
  maxLiveStreams: number
  /** For how long what happens to a followed place is gathered into one message, in milliseconds. */
  followWindow: number
  /** Those of all features together. */
  settingStates: SettingStates
  /** Those of all features together. */
  configurationParts(): Promise<ConfigurationPart[]>
  /** As set or configured; without it, links start with the address of the request. */
  readonly baseUrl: string | undefined
  /** Below which exports of the whole installation may be written; undefined: nowhere. */
  exportFolder: string | undefined
  /** Writes an export to a folder, and says in a sentence what it wrote. */
  exportSystem(folder: string, signal: AbortSignal): Promise<string>
  /** The data folder. */
  home: string
  /** Where SSH keys are taken; undefined while that is off. */
  ssh?: SshServer
}

/** How settings stand, by the path of their page in the web application. */
type SettingStates = Record<string, (services: Services) => Promise<SettingState>>

/** What a feature says of its settings in the configuration document that clients of Artifactory read and patch. */
export interface ConfigurationPart {
  /** Where it stands: `['security', 'ldapSettings']`. */
  path: readonly string[]
  /** Without secrets; undefined when there is nothing to say. */
  describe(services: Services): Promise<Plain | undefined>
  /**
   * Onto what is there, member by member; null takes it away. Returns what has no effect here, in its shape.
   * What it refuses undoes all that the document changed before: it only writes by transaction(), and asks nobody outside.
   */
  merge(services: Services, by: Doer, given: Plain): Promise<PlainObject | undefined>
}

export interface Feature {
  name: string
  endpoints: http.OfferedEndpoint<PlatformAction, Actor, Services>[]
  guards?: Guard[]
  /** Handlers of durable jobs, by their kind. */
  jobs?: Record<string, (services: Services, payload: unknown, context: JobContext) => Promise<void>>
  /** Those of its jobs that run again and again. */
  schedules?: Schedules
  /** Run once before anything is served: connects what the feature offers to the engine. */
  start?(services: Services): void
  /** Run first of all when the program stops: ends what would not end by itself. */
  stop?(services: Services): Promise<void>
  /** For the page of all settings. */
  settingStates?: SettingStates
  /** Loaded when somebody asks for the document. */
  configuration?(): Promise<ConfigurationPart[]>
  /** By a name that stays: what was delivered is remembered under it. */
  listeners?(services: Services): Record<string, EventListener>
}

/** For a handler that several endpoints share. */
export type HandlerOf<A extends Area, K extends keyof A> = http.Handlers<
  A,
  PlatformAction,
  Actor,
  Services
>[K]

type Bound = http.BoundEndpoint<PlatformAction, Actor, Services>

/** later() of platform/http, as above. */
export const later = (areas: Area[], load: () => Promise<{ endpoints: Bound[] }>) => http.later(areas, load)

/** implement() of platform/http with our actor, actions and services filled in. */
export const implement = <A extends Area>(
  area: A,
  handlers: http.Handlers<A, PlatformAction, Actor, Services>,
) => http.implement(area, handlers)
