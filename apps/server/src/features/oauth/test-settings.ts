// Looks at the settings of a provider without signing anybody in: discovery, its keys, the addresses it names.
import type { TestReport, TestStep } from '@bindery/contracts'
import type { Configuration } from 'openid-client'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { explain, setUp } from './client.ts'
import { callbackUrl, type StoredProvider } from './providers.ts'

const KeySet = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) })

export async function testSettings(
  services: Services,
  origin: string,
  provider: StoredProvider,
): Promise<TestReport> {
  const steps: TestStep[] = []
  const { settings } = provider
  const configuration = await step(
    steps,
    'Discovery',
    () => setUp(services, provider),
    (found) =>
      settings.type === 'github' ? 'GitHub has fixed addresses' : `Issuer ${found.serverMetadata().issuer}`,
  )
  if (configuration && settings.type !== 'github') await checkServer(services, configuration, steps)
  note(
    steps,
    'Transport',
    settings.issuer.startsWith('https:'),
    settings.issuer,
    `${settings.issuer} is not HTTPS`,
  )
  note(
    steps,
    'Callback',
    origin.startsWith('https:'),
    callbackUrl(origin, provider.name),
    `${callbackUrl(origin, provider.name)} is not HTTPS`,
  )
  note(
    steps,
    'Test sign-in',
    provider.testedAt !== null,
    `Passed on ${provider.testedAt}`,
    'Nobody has come through with these settings yet',
  )
  return { isPassed: steps.every(({ outcome }) => outcome !== 'failed'), steps }
}

async function checkServer(
  { outbound }: Services,
  configuration: Configuration,
  steps: TestStep[],
): Promise<void> {
  const server = configuration.serverMetadata()
  note(
    steps,
    'PKCE',
    server.code_challenge_methods_supported?.includes('S256') === true,
    'S256 is supported',
    'The provider does not say that it checks S256 challenges',
  )
  await step(
    steps,
    'Keys',
    async () => {
      const reply = await outbound.fetch(server.jwks_uri ?? '', { redirects: 'none', limit: 512 * 1024 })
      if (reply.status !== 200) throw new AppError('bad-gateway', `The keys were answered ${reply.status}.`)
      return KeySet.parse(JSON.parse(reply.text)).keys
    },
    (keys) => `${keys.length} of kind ${[...new Set(keys.map(({ kty }) => kty))].join(', ')}`,
  )
}

function note(steps: TestStep[], name: string, isGood: boolean, good: string, bad: string): void {
  steps.push({
    step: name,
    outcome: isGood ? 'passed' : 'warning',
    detail: isGood ? good : bad,
    milliseconds: 0,
  })
}

async function step<T>(
  steps: TestStep[],
  name: string,
  run: () => Promise<T>,
  describe: (result: T) => string,
): Promise<T | undefined> {
  const begun = performance.now()
  const finish = (outcome: TestStep['outcome'], detail: string) =>
    void steps.push({ step: name, outcome, detail, milliseconds: Math.round(performance.now() - begun) })
  try {
    const result = await run()
    finish('passed', describe(result))
    return result
  } catch (error) {
    finish(
      'failed',
      error instanceof z.ZodError || error instanceof SyntaxError
        ? 'The answer was not understood.'
        : explain(error).message,
    )
    return undefined
  }
}
