// The test of the settings: what a sign-in does, step by step, with times, and nothing written.
import type { PasswordTest, TestStep } from '@bindery/contracts'
import { foreseeAccount } from '../../access/external/foresee-account.ts'
import { AppError } from '../../platform/errors.ts'
import { waitEvenly } from '../../platform/outbound/even-time.ts'
import type { Services } from '../feature.ts'
import { CrowdClient, crowdTimeoutMs, NotCrowd } from './client.ts'
import { rulesOf, toIdentity } from './realm.ts'
import type { CrowdToAsk } from './settings.ts'

export async function tryCrowd(
  services: Services,
  crowd: CrowdToAsk,
  given: { user: string; password: string },
): Promise<PasswordTest> {
  const steps: TestStep[] = []
  const begun = performance.now()
  const answered = (detail: string, milliseconds: number): PasswordTest =>
    failed([...steps, { step: 'Sign in', outcome: 'failed', detail, milliseconds }])
  try {
    return await walk(services, crowd, given, steps)
  } catch (error) {
    if (error instanceof NotCrowd) {
      await waitEvenly(begun, crowdTimeoutMs)
      return answered(error.message, crowdTimeoutMs)
    }
    if (error instanceof AppError && error.code === 'bad-gateway')
      return answered(error.message, since(begun))
    throw error
  }
}

async function walk(
  services: Services,
  crowd: CrowdToAsk,
  { user, password }: { user: string; password: string },
  steps: TestStep[],
): Promise<PasswordTest> {
  const client = new CrowdClient(services.outbound.fetch, crowd)
  const name = user.trim()
  let begun = performance.now()
  const found = password === '' ? await client.find(name) : await client.authenticate(name, password)
  if (!found)
    return failed([
      {
        step: 'Sign in',
        outcome: 'failed',
        detail: 'Crowd does not know this person, the password is wrong, or the account is not active.',
        milliseconds: since(begun),
      },
    ])
  const checked =
    password === '' ? 'found; no password was given to check' : 'found, and the password is right'
  steps.push({
    step: 'Sign in',
    outcome: 'passed',
    detail: `${found.name} ${checked}.`,
    milliseconds: since(begun),
  })
  begun = performance.now()
  const groups = await client.groupsOf(found.name)
  const detail = `${groups.length} groups found${crowd.syncGroups ? '' : '; they are not taken over'}.`
  steps.push({ step: 'Groups', outcome: 'passed', detail, milliseconds: since(begun) })
  const named = groups.map((group) => ({ name: group }))
  const { step, account } = await foreseeAccount(
    services.access,
    toIdentity(found, groups),
    rulesOf(crowd),
    named,
  )
  return {
    isPassed: step.outcome === 'passed',
    steps: [...steps, step],
    account,
    raw: { user: found, groups },
  }
}

const failed = (steps: TestStep[]): PasswordTest => ({ isPassed: false, steps, account: null, raw: null })

const since = (begun: number) => Math.round(performance.now() - begun)
