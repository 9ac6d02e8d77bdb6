// From what is recorded to what a reader may learn of it. Files are told to those who may read them; of everything else
// only that it happened, to those whose screens show it.
import type { LiveEvent, Topic } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can, mayUse, type PlatformAction } from '../../access/rules/permissions.ts'
import type { RecordedEvent } from '../../platform/jobs/events.ts'
import { findRepository, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

/** An event as it goes out, with the question who gets it. */
export interface Outgoing {
  topic: Topic
  position: number
  event: LiveEvent
  isFor(actor: Actor): boolean
}

/** In order; what no screen shows is left out. */
export async function prepare(services: Services, events: readonly RecordedEvent[]): Promise<Outgoing[]> {
  const repositories = new Map<string, Repository | undefined>()
  const prepared: Outgoing[] = []
  for (const event of events) {
    const key = textOf(event.payload, 'repository')
    if (key !== undefined && !repositories.has(key))
      repositories.set(key, await findRepository(services.registry, key))
    const outgoing = describe(event, key === undefined ? undefined : repositories.get(key))
    if (outgoing) prepared.push(outgoing)
  }
  return prepared
}

function describe(event: RecordedEvent, repository: Repository | undefined): Outgoing | undefined {
  const { kind, payload } = event
  switch (kind) {
    case 'published':
    case 'deleted':
    case 'copied':
    case 'moved':
    case 'tag-changed':
    case 'property-changed':
      return repository && aboutFile(event, repository)
    case 'repository-created':
      return repository && about(event, 'repositories', {}, (actor) => can(actor, 'read', repository))
    case 'repository-deleted':
      return about(event, 'repositories', {}, mayAll('browse'))
    case 'setting-changed':
      return about(event, 'settings', pick(payload, ['setting']), mayAll('browse'))
    case 'job-settled':
      return about(event, 'jobs', { job: jobOf(payload) }, mayAll('administer'))
    case 'follow-news':
      return about(event, 'follows', {}, isOneOf(payload))
    case 'audited':
      return aboutAudited(event)
    default:
      return undefined
  }
}

function aboutFile(event: RecordedEvent, repository: Repository): Outgoing {
  const path = textOf(event.payload, 'path')
  const facts = pick(event.payload, ['repository', 'format', 'path', 'package', 'version', 'actor'])
  return about(event, 'packages', facts, (actor) => can(actor, 'read', repository, path))
}

function aboutAudited(event: RecordedEvent): Outgoing | undefined {
  const kind = textOf(event.payload, 'kind') ?? ''
  const found = audited[kind.split('.', 1)[0] ?? '']
  return found && about({ ...event, kind }, found.topic, {}, mayAll(found.allow))
}

const people = { topic: 'people', allow: 'read-identities' } as const
const projects = { topic: 'projects', allow: 'signed-in' } as const
const tokens = { topic: 'tokens', allow: 'administer' } as const
const providers = { topic: 'providers', allow: 'administer' } as const

/** By the first word of what the audit log calls it. */
const audited: Record<string, { topic: Topic; allow: PlatformAction }> = {
  user: people,
  group: people,
  invitation: people,
  account: people,
  'second-factor': people,
  permission: { topic: 'permissions', allow: 'manage-permissions' },
  project: projects,
  role: projects,
  environment: projects,
  token: tokens,
  'api-key': tokens,
  'token-key': tokens,
  provider: providers,
  ldap: providers,
  'ldap-mapping': providers,
  crowd: providers,
  'http-sso': providers,
  'oidc-provider': providers,
  'oidc-mapping': providers,
}

const about = (
  { kind, createdAt: at, position }: RecordedEvent,
  topic: Topic,
  facts: Omit<Partial<LiveEvent>, 'topic' | 'kind' | 'at'>,
  isFor: (actor: Actor) => boolean,
): Outgoing => ({ topic, position, event: { topic, kind, at, ...facts }, isFor })

/** News are for those whom they were written for. */
const isOneOf = (payload: unknown) => {
  const { users } = payload as { users: string[] } // what the news were recorded with
  return ({ userId }: Actor) => userId !== null && users.includes(userId)
}

const mayAll = (action: PlatformAction) => (actor: Actor) => mayUse(actor, action)

function textOf(payload: unknown, name: string): string | undefined {
  const value = (payload as Record<string, unknown> | null)?.[name] // what recordEvent was given
  return typeof value === 'string' ? value : undefined
}

const pick = <K extends string>(payload: unknown, names: readonly K[]): Partial<Record<K, string>> =>
  Object.fromEntries(
    names.flatMap((name) => (textOf(payload, name) === undefined ? [] : [[name, textOf(payload, name)]])),
  ) as Partial<Record<K, string>>

const jobOf = (payload: unknown) => ({
  id: textOf(payload, 'id') ?? '',
  kind: textOf(payload, 'kind') ?? '',
  state: textOf(payload, 'state') ?? '',
})
