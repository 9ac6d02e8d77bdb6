import type { ClientRequest, clientSetup, Output } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import { notFound } from '../../platform/errors.ts'
import type { SeenRequest } from '../../registry/recent-requests.ts'
import { findRepository } from '../../registry/repositories.ts'
import { physicalMembers } from '../../registry/virtual/members.ts'
import type { Services } from '../feature.ts'

type Answer = Output<typeof clientSetup.requests.shape>

/** Shorter than proxies wait for an answer. */
const longestWait = 20_000

export async function followRequests(
  services: Services,
  actor: Actor,
  address: string,
  asked: { repository: string; after?: number | undefined },
): Promise<Answer> {
  const { requests } = services.registry
  await requireReadable(services, actor, asked.repository)
  if (asked.after === undefined) return { items: [], latest: requests.latest }
  const end = Date.now() + longestWait
  for (;;) {
    const items = requests
      .list(asked.repository, asked.after)
      .filter((request) => isOwn(request, actor, address))
    const left = end - Date.now()
    if (items.length > 0 || left <= 0) return { items: items.map(toView), latest: requests.latest }
    const before = requests.latest
    await requests.wait(left)
    // Woken although nothing came: the program stops.
    if (requests.latest === before) return { items: [], latest: before }
  }
}

const recentMinutes = 10
const mostRecent = 20

export async function recentRequests(
  services: Services,
  actor: Actor,
  address: string,
  repository: string,
): Promise<Output<typeof clientSetup.recent.shape>> {
  await requireReadable(services, actor, repository)
  const since = new Date(Date.now() - recentMinutes * 60_000).toISOString()
  const items = services.registry.requests
    .list(repository)
    .filter((request) => request.at >= since && isOwn(request, actor, address))
    .toReversed()
    .slice(0, mostRecent)
  return { items: items.map(toView), minutes: recentMinutes }
}

/** What failed before it was known who it is belongs to whoever sits at the same address. */
const isOwn = (request: SeenRequest, actor: Actor, address: string) =>
  request.actor === actor.name || (isNobody(request.actor) && request.address === address)

const isNobody = (name: string) => name === '-' || name === 'anonymous'

async function requireReadable({ registry }: Services, actor: Actor, key: string): Promise<void> {
  const repository = await findRepository(registry, key)
  const members = repository ? await physicalMembers(registry, repository) : []
  if (!members.some((one) => can(actor, 'read', one))) throw notFound('repository', key)
}

const toView = ({ number, at, method, path, status, client, actor, why }: SeenRequest): ClientRequest => ({
  number,
  at,
  method,
  path,
  status,
  client,
  actor,
  why,
})
