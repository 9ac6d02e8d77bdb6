// Federated repositories: bringing their members up to date, and how far behind they are.
import type { Actor } from '../../access/actor.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { Mirror } from '../../registry/mirrors/mirror.ts'
import { membersOf } from '../../registry/mirrors/members.ts'
import { readStatuses, requestRun, type MirrorStatus } from '../../registry/mirrors/request.ts'
import { sendConfig } from '../../registry/mirrors/send-config.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { getManaged, mayManage } from './manage.ts'

export async function getFederated(services: Services, actor: Actor, key: string): Promise<Repository> {
  const repository = await getManaged(services, actor, key)
  if (repository.kind === 'federated') return repository
  throw badRequest(`${key} is a ${repository.kind} repository, not a federated one.`)
}

/** All enabled members, or the one of an address. */
async function enabledMembers(
  { registry, database }: Services,
  repository: Repository,
  url?: string,
): Promise<Mirror[]> {
  const members = await membersOf(registry, database.db, repository)
  const wanted = members.filter((one) => one.isEnabled && (url === undefined || one.url === url))
  if (url !== undefined && wanted.length === 0) throw notFound('enabled member', url)
  return wanted
}

/** Returns how many members are compared now. */
export async function synchroniseFiles(
  services: Services,
  repository: Repository,
  url: string | undefined,
): Promise<number> {
  const members = await enabledMembers(services, repository, url)
  await requestRun(services.registry, members)
  return members.length
}

/** Returns how many members have the configuration now. */
export async function synchroniseConfig(services: Services, repository: Repository): Promise<number> {
  const members = await enabledMembers(services, repository)
  await sendConfig(services.registry, members)
  return members.length
}

export async function federationStatus(services: Services, repository: Repository) {
  const statuses = await statusesOf(services, repository)
  return {
    localKey: repository.key,
    binariesTasksInfo: {
      inProgressTasks: statuses.filter(({ isRunning }) => isRunning).length,
      failingTasks: statuses.filter(({ status }) => status === 'error').length,
    },
    mirrorEventsStatusInfo: statuses.map((one) => lagOf(services, repository, one)),
  }
}

/** Of all members of all federated repositories that the actor manages, those that wait for something. */
export async function mirrorsLag(services: Services, actor: Actor) {
  const federated = (await listRepositories(services.registry)).filter(({ kind }) => kind === 'federated')
  const lags = []
  for (const repository of federated) {
    if (!(await mayManage(services, actor, repository.projectKey))) continue
    const waiting = (await statusesOf(services, repository)).filter((one) => one.waiting > 0)
    lags.push(...waiting.map((one) => lagOf(services, repository, one)))
  }
  return lags
}

/** One for each member, also when nothing happened yet. */
async function statusesOf(services: Services, repository: Repository): Promise<MirrorStatus[]> {
  const { registry, database } = services
  const urls = (await membersOf(registry, database.db, repository)).map(({ url }) => url)
  return (await readStatuses(database.db, repository)).filter(({ url }) => urls.includes(url))
}

const lagOf = ({ clock }: Services, { key }: Repository, mirror: MirrorStatus) => ({
  localRepoKey: key,
  remoteUrl: mirror.url,
  remoteRepoKey: mirror.url.replace(/\/+$/, '').split('/').at(-1) ?? '',
  status: mirror.status.toUpperCase(),
  reason: mirror.reason,
  waitingEvents: mirror.waiting,
  lagInMS:
    mirror.waitingSince === null ? 0 : Math.max(0, clock.now().getTime() - Date.parse(mirror.waitingSince)),
  lastCompleted: mirror.lastCompleted,
})
