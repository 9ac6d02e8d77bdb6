// The test of a mirror: asks the other side for the repository, as a run would, and says in a sentence what came back.
import type { MirrorTest, UpstreamReport } from '@bindery/contracts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { mirrorsOf, readReplications, secretContext, toMirror } from '../../registry/mirrors/mirror.ts'
import { readReplication } from '../../registry/mirrors/replication.ts'
import { addressesOf, askTarget, type Target } from '../../registry/mirrors/target.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { explain } from './try-upstream.ts'

const timeoutMs = 10_000

export async function tryTarget(
  services: Services,
  repository: Repository,
  given: MirrorTest,
): Promise<UpstreamReport> {
  if (repository.kind === 'remote' || repository.kind === 'virtual')
    throw badRequest(`${repository.key} is a ${repository.kind} repository: nothing is sent from it.`, 'url')
  const { registry } = services
  const { url, username, proxyRef, disableProxy } = given
  const settings = { url, username, proxyRef, disableProxy, enabled: true, enableEventReplication: true }
  const target: Target = {
    registry,
    mirror: { ...toMirror(registry, repository, readReplication(repository, settings)), timeoutMs },
    signal: registry.mirrors.closing,
    authorization: await authorizationFor(services, repository, given),
  }
  const begun = performance.now()
  const report = await judge(target)
  return { ...report, milliseconds: Math.round(performance.now() - begun) }
}

async function judge(target: Target): Promise<Omit<UpstreamReport, 'milliseconds'>> {
  const { host, pathname } = new URL(target.mirror.url)
  const key = decodeURIComponent(pathname.replace(/\/+$/, '').split('/').at(-1) ?? '')
  try {
    const { status } = await askTarget(target, addressesOf(target, '').storage)
    if (status === 404)
      return {
        outcome: 'failed',
        status,
        sentence: `${host} answers, but has no repository ${key}, or does not show it to this user.`,
      }
    return { outcome: 'passed', status, sentence: `${host} answers and shows the repository ${key}.` }
  } catch (error) {
    // What our own policy refuses is a matter of the field, not of the other side.
    if (error instanceof AppError && error.code === 'bad-request') throw badRequest(error.message, 'url')
    return { outcome: 'failed', status: null, sentence: explain(host, error) }
  }
}

/** What is given, else what is stored for this very address. */
async function authorizationFor(
  { access, database, registry }: Services,
  repository: Repository,
  { url, username, password, accessToken }: MirrorTest,
): Promise<string | undefined> {
  if (accessToken !== undefined) return accessToken === '' ? undefined : `Bearer ${accessToken}`
  const stored = (await readReplications(database.db, repository)).find((one) => one.url === url)
  if (password === undefined && stored === undefined) {
    const known = (await mirrorsOf(registry, database.db, repository)).find((one) => one.url === url)
    if (known) return known.authorization()
  }
  const sealed = stored?.password
  const secret = password ?? (sealed ? access.vault.open(sealed, secretContext(repository)) : '')
  if (username === '' && secret === '') return undefined
  return `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
}
