// Crowd as a place to check passwords. What was right is believed for as many minutes as the settings say, under a key
// that nobody knows and that ends with the process.
import { createHmac, randomBytes } from 'node:crypto'
import type { ExternalIdentity, PasswordRealm } from '../../access/external/external-identity.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { CrowdClient, type CrowdUser } from './client.ts'
import { crowdSettings, toAsk, type CrowdToAsk, type StoredCrowd } from './settings.ts'

interface Believed {
  identity: ExternalIdentity
  until: number
  /** The settings it was found with: changed ones end it. */
  settings: StoredCrowd
}

const stateMs = 30_000
const whatItMeans = 'Whoever is known there cannot sign in at the moment.'
const mostBelieved = 10_000

export function crowdRealm(services: Services): PasswordRealm {
  const key = randomBytes(32)
  const believed = new Map<string, Believed>()
  let last: { at: number; isAvailable: boolean; settings: StoredCrowd } | undefined
  const now = () => services.clock.now().getTime()

  async function reach<T>(settings: StoredCrowd, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      last = { at: now(), isAvailable: true, settings }
      return result
    } catch (error) {
      last = { at: now(), isAvailable: false, settings }
      services.log.warn('Crowd cannot be used', { error })
      throw new AppError('not-ready', 'Crowd is not reachable', { cause: error })
    }
  }

  return {
    label: 'Crowd',
    async check(name, password) {
      const settings = await services.access.live.get(crowdSettings)
      if (!settings.isEnabled || password === '') return undefined
      const id = createHmac('sha256', key)
        .update(JSON.stringify([name, password]))
        .digest('base64')
      const known = believed.get(id)
      if (known && known.until > now() && isSame(known.settings, settings))
        return { ...known.identity, rules: rulesOf(settings) }
      const identity = await reach(settings, () => ask(services, toAsk(services, settings), name, password))
      if (!identity) return undefined
      if (believed.size >= mostBelieved) believed.clear()
      if (settings.sessionMinutes > 0)
        believed.set(id, { identity, until: now() + settings.sessionMinutes * 60_000, settings })
      return { ...identity, rules: rulesOf(settings) }
    },
    async state() {
      const settings = await services.access.live.get(crowdSettings)
      if (!settings.isEnabled) return undefined
      if (!last || last.at + stateMs < now() || !isSame(last.settings, settings))
        await probe(services, settings, reach)
      const isAvailable = last?.isAvailable ?? true
      return { name: 'Crowd', isAvailable, message: isAvailable ? '' : whatItMeans }
    },
  }
}

export const rulesOf = ({ autoCreateUsers, syncGroups, allowProfile }: CrowdToAsk | StoredCrowd) => ({
  createUsers: autoCreateUsers,
  syncGroups,
  allowProfile,
})

export const toIdentity = (user: CrowdUser, groups: string[] | undefined): ExternalIdentity => ({
  realm: 'crowd',
  provider: 'crowd',
  name: user.name.toLowerCase(),
  externalId: user.key ?? undefined,
  email: user.email ?? undefined,
  groups,
})

async function ask(
  { outbound }: Services,
  crowd: CrowdToAsk,
  name: string,
  password: string,
): Promise<ExternalIdentity | undefined> {
  const client = new CrowdClient(outbound.fetch, crowd)
  const user = await client.authenticate(name, password)
  return user && toIdentity(user, crowd.syncGroups ? await client.groupsOf(user.name) : undefined)
}

type Reach = <T>(settings: StoredCrowd, work: () => Promise<T>) => Promise<T>

/** Asks for somebody who does not exist: an answer is an answer. */
async function probe(services: Services, settings: StoredCrowd, reach: Reach): Promise<void> {
  const client = new CrowdClient(services.outbound.fetch, toAsk(services, settings))
  await reach(settings, () => client.find('nobody')).catch(() => {})
}

const isSame = (a: StoredCrowd, b: StoredCrowd) => JSON.stringify(a) === JSON.stringify(b)
