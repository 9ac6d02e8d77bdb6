// A sign-in that only tries the settings of a provider: nobody is signed in, and an administrator is told what would
// have happened. Kept for a day, so that the settings screen can show it after the other tab has finished.
import type { TestSignIn } from '@bindery/contracts'
import { AppError, quote } from '../../platform/errors.ts'
import { html } from '../../platform/http/html.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import type { Access } from '../access.ts'
import { findGroups } from './external-groups.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { foreseeExternal, type AdmitRules } from './external-users.ts'
import { findState, rememberState, takeState } from './sign-in-states.ts'

type Kind = 'saml' | 'oauth'
const dayMs = 86_400_000

export const findTestSignIn = (access: Access, kind: Kind, provider: string) =>
  findState<TestSignIn>(access, `test-${kind}`, provider)

/** What would become of this person. A refusal is a result too. */
export async function tryIdentity(
  access: Access,
  identity: ExternalIdentity,
  rules: AdmitRules,
): Promise<TestSignIn> {
  const known = await findGroups(access.database.db, identity.groups ?? [])
  const verdict = await foreseeExternal(access, identity, rules).then(
    ({ user, isNew }) => ({
      isPassed: true,
      message: isNew ? `A user ${quote(user)} would be created.` : `This is the user ${quote(user)}.`,
    }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return { isPassed: false, message: error.message }
    },
  )
  return {
    ...verdict,
    at: access.clock.now().toISOString(),
    name: identity.name,
    email: identity.email ?? null,
    groups: identity.groups ?? null,
    knownGroups: known.map(({ name }) => name),
  }
}

export const failedTest = (access: Access, message: string): TestSignIn => ({
  at: access.clock.now().toISOString(),
  isPassed: false,
  message,
  name: null,
  email: null,
  groups: null,
  knownGroups: [],
})

/** Keeps the result, and shows it in the tab in which the test ran. */
export async function answerTest(
  access: Access,
  kind: Kind,
  provider: string,
  result: TestSignIn,
): Promise<PlainReply> {
  await takeState(access, `test-${kind}`, provider)
  await rememberState(access, `test-${kind}`, provider, result, dayMs)
  const rows: [string, string][] = [
    ['User name', result.name ?? '(none)'],
    ['E-mail', result.email ?? '(none)'],
    ['Groups', result.groups?.join(', ') || '(none)'],
    ['Of these known here', result.knownGroups.join(', ') || '(none)'],
  ]
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Test sign-in</title>
      </head>
      <body>
        <h1>${result.isPassed ? 'The test sign-in passed' : 'The test sign-in failed'}</h1>
        <p>${result.message}</p>
        <dl>
          ${rows.map(
            ([label, value]) =>
              html`<dt>${label}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
        <p>Nobody was signed in. You can close this tab.</p>
      </body>
    </html>`
  return new PlainReply({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: page.html,
  })
}
