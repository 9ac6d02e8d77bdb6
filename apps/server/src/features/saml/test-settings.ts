// Looks at the settings of a provider without signing anybody in: what can be seen from here, step by step. Whether
// people come through is shown by a test sign-in only.
import type { TestReport, TestStep } from '@bindery/contracts'
import type { Services } from '../feature.ts'
import { describeCertificate } from './certificates.ts'
import { describeOurselves, samlClient } from './client.ts'
import { openOwnKey, ourAddresses, type StoredProvider } from './providers.ts'

const soonMs = 30 * 86_400_000

export async function testSettings(
  services: Services,
  origin: string,
  provider: StoredProvider,
): Promise<TestReport> {
  const { access } = services
  const ours = ourAddresses(origin, provider)
  const steps = [
    ...provider.settings.certificates.map((pem, index) => checkCertificate(services, pem, index)),
    await timed('Our key', async () => {
      const own = openOwnKey(access, provider)
      return own
        ? passed(
            `Valid until ${describeCertificate(own.certificate, services.clock.now()).validTo.slice(0, 10)}`,
          )
        : passed('None is needed')
    }),
    await timed('Sign-in request', async () => {
      const client = await samlClient(access, provider, ours)
      await client.getAuthorizeUrlAsync('', undefined, {})
      return passed(
        `Goes to ${new URL(provider.settings.loginUrl).host}${provider.settings.signRequests ? ', signed' : ''}`,
      )
    }),
    await timed('Our metadata', async () => {
      await describeOurselves(access, provider, ours)
      return passed(ours.metadataUrl)
    }),
    checkTransport(origin),
    checkTested(provider),
  ]
  return { isPassed: steps.every(({ outcome }) => outcome !== 'failed'), steps }
}

type Finding = Pick<TestStep, 'outcome' | 'detail'>

const passed = (detail: string): Finding => ({ outcome: 'passed', detail })

function checkCertificate({ clock }: Services, pem: string, index: number): TestStep {
  const { validTo, isExpired, subject } = describeCertificate(pem, clock.now())
  const isSoon = Date.parse(validTo) - clock.now().getTime() < soonMs
  const detail = `${subject}: ${isExpired ? 'expired on' : 'valid until'} ${validTo.slice(0, 10)}`
  // Providers keep using such a certificate, and what counts is that the key is the one we know; so no failure.
  const outcome = isExpired || isSoon ? 'warning' : 'passed'
  return { step: `Certificate ${index + 1}`, outcome, detail, milliseconds: 0 }
}

function checkTransport(origin: string): TestStep {
  const isSafe = origin.startsWith('https:')
  return {
    step: 'Our address',
    outcome: isSafe ? 'passed' : 'warning',
    detail: isSafe ? origin : `${origin} is not HTTPS: answers of the provider can be read on their way`,
    milliseconds: 0,
  }
}

function checkTested({ testedAt }: StoredProvider): TestStep {
  return {
    step: 'Test sign-in',
    outcome: testedAt === null ? 'warning' : 'passed',
    detail: testedAt === null ? 'Nobody has come through with these settings yet' : `Passed on ${testedAt}`,
    milliseconds: 0,
  }
}

async function timed(step: string, run: () => Promise<Finding>): Promise<TestStep> {
  const begun = performance.now()
  const finding = await run().catch((error: unknown): Finding => ({
    outcome: 'failed',
    detail: error instanceof Error ? error.message : String(error),
  }))
  return { step, ...finding, milliseconds: Math.round(performance.now() - begun) }
}
