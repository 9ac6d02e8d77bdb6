// The access tester: may this user or group do that there, and why. Administrators ask about everybody, managers about
// everybody where they manage, others about themselves.
import type {
  AccessAnswer,
  AccessQuestion,
  EffectivePermission,
  Reason,
  SectionName,
} from '@bindery/contracts'
import type { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { nobody, type Actor } from '../../access/actor.ts'
import { anonymousName, loadActor, loadAnonymous, loadGroupActor } from '../../access/rules/load-actor.ts'
import { getGroup } from '../../access/people/memberships.ts'
import { managesAll } from '../../access/rules/permission-managers.ts'
import { can, decide, mayUse, type Resource } from '../../access/rules/permissions.ts'
import { actionsOf } from '../../access/rules/rules.ts'
import { securityOf } from '../../access/sign-in/security.ts'
import { getUser } from '../../access/people/users.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { findRepository } from '../../registry/repositories.ts'
import { hideForeign } from './foreign-reasons.ts'
import { withDraft } from './draft-rules.ts'

type Question = z.output<typeof AccessQuestion>
type Answer = z.output<typeof AccessAnswer>

export async function testAccess(services: Services, asker: Actor, question: Question): Promise<Answer> {
  const { access } = services
  const resource = await resourceOf(services, question)
  const path = question.path.replace(/^\/+/, '')
  const asked = path === '' ? undefined : path
  const isOpen = mayAskAbout(asker, question)
  if (!isOpen && !can(asker, 'manage', resource, asked))
    throw forbidden('You may ask about yourself, and about others where you have the manage right.')
  const shown = (reasons: Reason[]) => (isOpen ? reasons : hideForeign(access.database.db, asker, reasons))
  const subject = await subjectOf(access, asker, question)
  const place = placeOf(question, path)
  if (subject.refusal !== undefined) return refusedAnswer(question, subject.label, place, subject.refusal, [])
  const actor = withDraft(subject.actor, question.group !== undefined, question.draft)
  const decision = decide(actor, question.action, resource, asked)
  if (!decision.allowed)
    return refusedAnswer(question, subject.label, place, undefined, await shown(decision.nearly))
  const reasons = await shown([decision.reason])
  return {
    allowed: true,
    subject: subject.label,
    reasons,
    sentence: `${subject.label} may ${question.action} ${place}. ${reasons[0]?.sentence ?? ''}`,
    request: null,
  }
}

export async function listEffective(
  access: Access,
  asker: Actor,
  name: string,
): Promise<{ isAdmin: boolean; items: EffectivePermission[]; total: number }> {
  if (!mayAskAbout(asker, { user: name }))
    throw forbidden('You may ask about yourself. Only an administrator may ask about others.')
  const user = await getUser(access.database.db, name)
  const actor =
    user.name === anonymousName ? await loadAnonymous(access, true) : await loadActor(access, user.id)
  const { rules, isAdmin } = actor ?? nobody
  const items = rules.all.map((rule): EffectivePermission => ({
    permission: rule.permission,
    section: rule.section,
    target: rule.target,
    includePatterns: rule.includes.map((pattern) => pattern.text),
    excludePatterns: rule.excludes.map((pattern) => pattern.text),
    actions: actionsOf(rule.actions),
    via: rule.via.map(({ by, actions }) => ({ ...by, actions: actionsOf(actions) })),
  }))
  return { isAdmin, items: items.slice(0, 1000), total: items.length }
}

/** Whoever may see all people or all permissions asks about anybody; others about themselves. */
function mayAskAbout(asker: Actor, { user, group }: Pick<Question, 'user' | 'group'>): boolean {
  const isAboutOneself = group === undefined && (user === undefined || user.toLowerCase() === asker.name)
  return isAboutOneself || mayUse(asker, 'read-identities') || managesAll(asker)
}

interface Subject {
  actor: Actor
  label: string
  /** When there is a reason before all permissions. */
  refusal?: string
}

async function subjectOf(access: Access, asker: Actor, { user, group }: Question): Promise<Subject> {
  const { db } = access.database
  if (group !== undefined) {
    const row = await getGroup(db, group)
    return { actor: await loadGroupActor(access, row), label: `Group ${row.name}` }
  }
  if (user === undefined) return { actor: asker, label: asker.name }
  const row = await getUser(db, user)
  if (row.name === anonymousName) {
    const refusal = (await securityOf(access)).anonymousAccess
      ? {}
      : { refusal: 'Anonymous access is switched off.' }
    return { actor: await loadAnonymous(access, true), label: row.name, ...refusal }
  }
  const actor = await loadActor(access, row.id)
  if (!actor) return { actor: nobody, label: row.name, refusal: `The user ${row.name} is ${row.status}.` }
  return { actor, label: row.name }
}

async function resourceOf({ registry }: Services, question: Question): Promise<Resource> {
  const { section, repository: key } = question
  if (section !== 'artifact') return { section, key, kind: 'local' }
  return (await findRepository(registry, key)) ?? { key, kind: 'local' }
}

/** Builds and bundles lie in a repository of the server; people know them by their names. */
const nouns: Record<SectionName, [one: string, all: string]> = {
  artifact: ['', ''],
  build: ['the build', 'builds'],
  release_bundle: ['the release bundle', 'release bundles'],
  destination: ['the destination', 'destinations'],
  pipeline_source: ['the pipeline source', 'pipeline sources'],
}

function placeOf({ section, repository }: Question, path: string): string {
  if (section === 'artifact') return path === '' ? repository : `${repository}/${path}`
  const [one, all] = nouns[section]
  const name = section === 'build' || section === 'release_bundle' ? path : repository
  return name === '' ? all : `${one} ${name}`
}

function refusedAnswer(
  question: Question,
  subject: string,
  place: string,
  refusal: string | undefined,
  nearly: Reason[],
): Answer {
  const why = refusal ?? 'No permission allows it.'
  return {
    allowed: false,
    subject,
    reasons: nearly.length > 0 ? nearly : [{ kind: 'nothing', sentence: why }],
    sentence: `${subject} may not ${question.action} ${place}. ${why}`,
    request:
      `${subject} needs the ${question.action} right on ${place}. ` +
      'Please add it to a permission that covers it, or make a new one.',
  }
}
