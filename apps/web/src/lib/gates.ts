// What must be true before a page or a menu entry is offered. One rule for sidebars, menus, cards and the guard of routes.
import { type FeatureFlag, noLicense, type ServiceName } from '@bindery/contracts'
import { message } from './messages.ts'

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
