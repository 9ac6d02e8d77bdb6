// Managers: whoever has the manage right on everything that a permission is about may change who gets what from it. They
// do not add resources, do not make others managers, and neither create nor delete permissions.
import type { PermissionSection, PermissionTarget } from '@bindery/contracts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Actor } from '../actor.ts'
import { bitOf, type Rule } from './rules.ts'
import type { StoredPermission } from './permission-store.ts'

/** Administrators, and those whose role is to manage resources: they may do all of it. */
export const managesAll = (actor: Actor): boolean => actor.isAdmin || actor.privileges.has('resources')

export const manages = (actor: Actor, sections: readonly PermissionSection[]): boolean =>
  managesAll(actor) ||
  (sections.some(({ targets }) => targets.length > 0) &&
    sections.every(({ section, targets }) => {
      const own = actor.rules.all.filter(
        (rule) => rule.section === section && (rule.actions & bitOf('manage')) !== 0,
      )
      return targets.every((target) => own.some((rule) => reaches(rule, target)))
    }))

interface PermissionAbilities {
  edit: boolean
  addResources: boolean
  grantManage: boolean
  delete: boolean
}

export const abilitiesOf = (actor: Actor, sections: readonly PermissionSection[]): PermissionAbilities => ({
  edit: manages(actor, sections),
  addResources: managesAll(actor),
  grantManage: managesAll(actor),
  delete: managesAll(actor),
})

/** Whoever does not manage it is told that there is none: its name alone can be a secret. */
export function requireManager(actor: Actor, permission: StoredPermission): void {
  if (!manages(actor, permission.sections)) throw notFound('permission', permission.row.name)
}

export function refuseBeyondManager(
  actor: Actor,
  before: StoredPermission,
  change: { name?: string | undefined; sections: readonly PermissionSection[] },
): void {
  requireManager(actor, before)
  if (managesAll(actor)) return
  if (change.name !== undefined && change.name !== before.row.name)
    throw forbidden('Only an administrator may rename a permission.')
  for (const { section, targets, who } of change.sections) {
    const old = before.sections.find((one) => one.section === section)
    if (targets.some((target) => !old?.targets.some((one) => isSame(one, target))))
      throw forbidden(
        'You manage this permission, but only an administrator may add resources or change patterns.',
      )
    const managers = new Set(old?.who.filter(isManager).map(keyOf))
    if (who.some((one) => isManager(one) && !managers.has(keyOf(one))))
      throw forbidden('You manage this permission, but only an administrator may make others its managers.')
  }
}

const isManager = ({ actions }: PermissionSection['who'][number]) => actions.includes('manage')
const keyOf = ({ kind, name }: PermissionSection['who'][number]) => `${kind} ${name}`

/** A rule of the actor covers a target when it is about the same thing or more, for the same paths or all. */
function reaches(rule: Rule, target: PermissionTarget): boolean {
  const isSameTarget = rule.target === target.name || rule.target === 'ANY'
  if (!isSameTarget) return false
  const isWhole = rule.excludes.length === 0 && rule.includes.some((pattern) => pattern.text === '**')
  return (
    isWhole ||
    (sameTexts(rule.includes, target.includePatterns) && sameTexts(rule.excludes, target.excludePatterns))
  )
}

const sameTexts = (patterns: readonly { text: string }[], texts: readonly string[]) =>
  patterns.length === texts.length && patterns.every((pattern) => texts.includes(pattern.text))

const isSame = (a: PermissionTarget, b: PermissionTarget) =>
  a.name === b.name &&
  sameList(a.includePatterns, b.includePatterns) &&
  sameList(a.excludePatterns, b.excludePatterns)

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text) => b.includes(text))
