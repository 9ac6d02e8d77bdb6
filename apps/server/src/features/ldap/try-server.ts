// The test of a server: what a sign-in does, step by step, with times, and nothing written. A server that cannot be
// reached gets the same words after the same time, whatever is or is not behind the address.
import type { LdapGroupMapping, PasswordTest, TestStep } from '@bindery/contracts'
import { foreseeAccount } from '../../access/external/foresee-account.ts'
import { AppError } from '../../platform/errors.ts'
import { waitEvenly } from '../../platform/outbound/even-time.ts'
import type { Services } from '../feature.ts'
import { Directory, Unreachable, Untrusted, type ServerToAsk } from './directory.ts'
import { groupsOf, personAttributes } from './groups.ts'
import { ldapts } from './names.ts'
import { bindManager, lookUp, type NotFound } from './person.ts'
import { rulesOf, toIdentity } from './realm.ts'

interface Tried {
  server: ServerToAsk
  mappings: LdapGroupMapping[]
  user: string
  password: string
}

export async function tryServer(services: Services, tried: Tried): Promise<PasswordTest> {
  const steps: TestStep[] = []
  const begun = performance.now()
  try {
    return await walk(services, tried, steps)
  } catch (error) {
    const failure = toSentence(error)
    if (failure === undefined) throw error
    if (error instanceof Unreachable) {
      const full = tried.server.timeoutSeconds * 1000
      await waitEvenly(begun, full)
      return failed([{ step: 'Connect', outcome: 'failed', detail: failure, milliseconds: full }])
    }
    return failed([
      ...steps,
      { step: 'Answer', outcome: 'failed', detail: failure, milliseconds: since(begun) },
    ])
  }
}

/** What came of a step, and how to say it. */
type Done<T> = [result: T, detail: string, outcome?: TestStep['outcome']]

async function walk(services: Services, tried: Tried, steps: TestStep[]): Promise<PasswordTest> {
  const { server, mappings, user, password } = tried
  const { policy } = services.outbound
  const step = async <T>(name: string, work: () => Promise<Done<T>>): Promise<T> => {
    const begun = performance.now()
    const [result, detail, outcome = 'passed'] = await work()
    steps.push({ step: name, outcome, detail, milliseconds: since(begun) })
    return result
  }
  const directory = await step('Connect', async () => [
    await Directory.open(server, policy),
    ...encryption(server),
  ])
  try {
    const isBound = await step('Bind', async () => managerStep(await bindManager(directory, server), server))
    if (!isBound) return failed(steps)
  } finally {
    await directory.close()
  }
  const given = { name: user.trim().toLowerCase(), password: password === '' ? undefined : password }
  const begun = performance.now()
  return lookUp({ server, policy, attributes: personAttributes(mappings) }, given, async (found) => {
    const milliseconds = since(begun)
    if (typeof found === 'string') {
      steps.push({ step: 'Search', outcome: 'failed', detail: notFoundSentences[found], milliseconds })
      return failed(steps)
    }
    const checked =
      password === '' ? 'found; no password was given to check' : 'found, and the password is right'
    steps.push({ step: 'Search', outcome: 'passed', detail: `${found.person.dn} ${checked}.`, milliseconds })
    const groups = await step('Groups', async () => {
      const all = await Promise.all(
        mappings.map((mapping) => groupsOf(found.directory, mapping, found.person)),
      )
      return [all.flat(), groupSentence(mappings.length, all.flat().length)]
    })
    const identity = toIdentity(found.person, mappings.length > 0 ? groups : undefined)
    const account = await foreseeAccount(services.access, identity, rulesOf(server), groups)
    steps.push(account.step)
    return {
      isPassed: account.step.outcome === 'passed',
      steps,
      account: account.account,
      raw: { dn: found.person.dn, attributes: Object.fromEntries(found.person.entry.attributes), groups },
    }
  })
}

const failed = (steps: TestStep[]): PasswordTest => ({ isPassed: false, steps, account: null, raw: null })

function encryption({ url, useStartTls }: ServerToAsk): [string, TestStep['outcome']] {
  if (url.toLowerCase().startsWith('ldaps:'))
    return ['Connected with TLS; the certificate is trusted.', 'passed']
  return useStartTls
    ? ['Connected, and encrypted by StartTLS; the certificate is trusted.', 'passed']
    : ['Connected without encryption: passwords travel readable. Use ldaps or StartTLS.', 'warning']
}

function managerStep(isBound: boolean, { managerDn }: ServerToAsk): Done<boolean> {
  if (!isBound) return [false, 'The directory refuses the manager: its DN or password is wrong.', 'failed']
  return [true, managerDn === '' ? 'Searching anonymously.' : `Signed in as ${managerDn}.`]
}

const groupSentence = (mappings: number, groups: number) =>
  mappings === 0 ? 'No group mapping is set up for this server.' : `${groups} groups found.`

const notFoundSentences: Record<NotFound, string> = {
  unknown: 'Nobody of this name was found. Look at the search base and the filter.',
  several: 'Several entries match this name. Narrow the filter, so that each name finds one person.',
  'manager-refused': 'The directory refuses the manager: its DN or password is wrong.',
  'wrong-password': 'The password is wrong, or the DN pattern leads to nobody.',
}

function toSentence(error: unknown): string | undefined {
  if (error instanceof Unreachable || error instanceof Untrusted || error instanceof AppError)
    return error.message
  const referral = 10
  if (error instanceof ldapts().ResultCodeError)
    return error.code === referral
      ? 'The directory refers to another server. Referrals are not followed: name that server instead.'
      : `The directory answers with an error (code ${error.code}): ${error.name}.`
  return undefined
}

const since = (begun: number) => Math.round(performance.now() - begun)
