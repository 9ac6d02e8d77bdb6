// What a sign-in through a provider would give, for the test of its settings: the account, its groups, and a sentence.
import type { PasswordTest, TestStep } from '@bindery/contracts'
import { AppError, quote } from '../../platform/errors.ts'
import type { Access } from '../access.ts'
import { findGroups } from './external-groups.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { foreseeExternal, type AdmitRules } from './external-users.ts'

export async function foreseeAccount(
  access: Access,
  identity: ExternalIdentity,
  rules: AdmitRules,
  groups: { name: string; dn?: string }[],
): Promise<{ step: TestStep; account: PasswordTest['account'] }> {
  const begun = performance.now()
  const found = await findGroups(access.database.db, identity.groups ?? [])
  const known = new Set(found.flatMap(({ name, external_id }) => [name, external_id]))
  const isKnown = ({ name, dn }: { name: string; dn?: string }) =>
    [name, name.toLowerCase(), dn].some((one) => one !== undefined && known.has(one))
  const { user, isNew, refusal } = await foreseeExternal(access, identity, rules)
    .then((seen) => ({ ...seen, refusal: undefined }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return { user: identity.name, isNew: false, refusal: error.message }
    })
  const verdict =
    refusal ?? (isNew ? `A new user ${quote(user)} is created.` : `Signs in as the user ${quote(user)}.`)
  return {
    step: {
      step: 'Account',
      outcome: refusal === undefined ? 'passed' : 'failed',
      detail: verdict,
      milliseconds: Math.round(performance.now() - begun),
    },
    account: {
      name: user,
      email: identity.email ?? null,
      exists: refusal === undefined && !isNew,
      groups: groups.map((group) => ({ name: group.name, exists: isKnown(group) })),
      verdict,
    },
  }
}
