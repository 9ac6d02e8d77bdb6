// What must be true before a page or a menu entry is offered. One rule for sidebars, menus, cards and the guard of routes.
import { type FeatureFlag, frame, noLicense, type Service, type ServiceName } from '@bindery/contracts'
import { type Start, useFeatures, useServices, useStart } from './frame.ts'
import { message } from './messages.ts'
import { cache, query } from './query.ts'

export interface Gate {
  /** Everything else is closed on an installation without a licence. */
  worksUnlicensed?: boolean
  licenseTypes?: readonly string[]
  deployment?: 'cloud' | 'self-hosted'
  isForAdministrators?: boolean
  service?: ServiceName
  /** A flag that must be on, or off with a minus before it. */
  feature?: FeatureFlag | `-${FeatureFlag}`
  isHidden?: boolean
}

export interface Circumstances {
  licenseType: string
  isCloud: boolean
  isAdmin: boolean
  services: ReadonlySet<string>
  features: Readonly<Record<string, boolean>>
}

/** Hidden is gone; disabled is there, dimmed, and says why. */
export type Verdict = { kind: 'open' } | { kind: 'hidden' } | { kind: 'disabled'; reason: string }

const open: Verdict = { kind: 'open' }
const hidden: Verdict = { kind: 'hidden' }

export function judgeGate(gate: Gate | undefined, now: Circumstances): Verdict {
  const { licenseTypes, deployment, feature, service } = gate ?? {}
  if (gate?.isHidden === true) return hidden
  if (now.licenseType === noLicense && gate?.worksUnlicensed !== true) return hidden
  if (gate?.isForAdministrators === true && !now.isAdmin) return hidden
  if (deployment !== undefined && (deployment === 'cloud') !== now.isCloud) return hidden
  if (feature !== undefined && !isFlagged(feature, now.features)) return hidden
  if (service !== undefined && !now.services.has(service))
    return { kind: 'disabled', reason: message('shell.serviceOff', { service }) }
  if (licenseTypes !== undefined && !licenseTypes.includes(now.licenseType))
    return { kind: 'disabled', reason: message('shell.licenseNeeded', { types: licenseTypes.join(', ') }) }
  return open
}

function isFlagged(feature: string, features: Circumstances['features']): boolean {
  return feature.startsWith('-') ? features[feature.slice(1)] !== true : features[feature] === true
}

export function useCircumstances(): Circumstances | undefined {
  const start = useStart()
  const services = useServices()
  const features = useFeatures()
  return start === undefined ? undefined : circumstancesOf(start, services, features)
}

/** The same for guards, which run outside of components; after the initial data is there. */
export const circumstancesNow = (start: Start): Circumstances =>
  circumstancesOf(
    start,
    cache.getQueryData(query(frame.services, {}).queryKey) ?? [],
    cache.getQueryData(query(frame.features, {}).queryKey) ?? {},
  )

const circumstancesOf = (
  { licenseType, switches, user }: Start,
  services: readonly Service[],
  features: Circumstances['features'],
): Circumstances => ({
  licenseType,
  isCloud: switches.isCloud,
  isAdmin: user?.isAdmin === true,
  services: new Set(services.filter(({ isAvailable }) => isAvailable).map(({ name }) => name)),
  features,
})
