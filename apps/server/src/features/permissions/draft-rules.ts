// A permission that is being edited, in the place of the saved one: the tester answers for what the form holds.
import type { PermissionSection } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { buildRules, type Rule, rulesOfSection } from '../../access/rules/rules.ts'

interface PermissionDraft {
  /** The saved permission that it would replace. */
  name?: string | undefined
  sections: PermissionSection[]
}

/** The same actor, as if the draft were saved. Asked for seldom, so nothing of it is remembered. */
export function withDraft(actor: Actor, isGroup: boolean, draft: PermissionDraft | undefined): Actor {
  if (draft === undefined) return actor
  const kept = actor.rules.all.filter(
    ({ source, permission }) => source !== 'permission' || permission !== draft.name,
  )
  const rules = draft.sections.flatMap((section) =>
    rulesOf(section, actor, isGroup, draft.name ?? 'this permission'),
  )
  return { ...actor, rules: buildRules([...kept, ...rules]) }
}

function rulesOf(
  { section, targets, who }: PermissionSection,
  actor: Actor,
  isGroup: boolean,
  name: string,
): Rule[] {
  const concerned = who.filter((subject) =>
    subject.kind === 'group' ? actor.groups.includes(subject.name) : !isGroup && subject.name === actor.name,
  )
  return concerned.length === 0 ? [] : rulesOfSection(name, { section, targets, who: concerned })
}
