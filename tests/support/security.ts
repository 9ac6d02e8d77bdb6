// The security settings, changed as an administrator does; and an authenticator app.
import { SecuritySettings } from '@bindery/contracts'
import { TOTP } from 'otpauth'
import { z } from 'zod'
import type { TestApp } from './app.ts'
import { json } from './browser.ts'
import type { Send } from './builders/published.ts'

/** Changes some of the settings; each section keeps what is not named. With a session or a token where Basic is refused. */
export async function secure(
  app: TestApp,
  change: { [K in keyof SecuritySettings]?: Partial<SecuritySettings[K]> },
  send: Send = app.fetch,
): Promise<{ settings: SecuritySettings; warnings: string[] }> {
  const address = '/ui/api/v1/security-settings'
  const before = SecuritySettings.parse(await (await send(address)).json())
  const entries = Object.entries(before).map(([name, value]) => {
    const given: unknown = Object.entries(change).find(([key]) => key === name)?.[1]
    const isSection = typeof value === 'object' && typeof given === 'object'
    return [name, isSection ? { ...value, ...given } : (given ?? value)]
  })
  const reply = await send(address, json('PUT', Object.fromEntries(entries)))
  if (!reply.ok) throw new Error(`The settings were not taken: ${await reply.text()}`)
  return z.object({ settings: SecuritySettings, warnings: z.array(z.string()) }).parse(await reply.json())
}

export interface Authenticator {
  secret: string
  /** The code of now, or of so many steps later or earlier. */
  code(steps?: number): string
  recoveryCodes: string[]
}

export const authenticator = (secret: string): Authenticator => ({
  secret,
  code: (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 }),
  recoveryCodes: [],
})

/** Sets up a second factor for whoever is signed in, or waits to be. */
export async function enrol(browser: { send: Send }): Promise<Authenticator> {
  const offered = await browser.send('/ui/api/v1/ui/auth/mfa/enroll')
  const { secret } = z.object({ secret: z.string() }).parse(await offered.json())
  const app = authenticator(secret)
  const reply = await giveEarlierCode(browser, app)
  if (!reply.ok) throw new Error(`The code was not taken: ${await reply.text()}`)
  app.recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).parse(await reply.json()).recoveryCodes
  return app
}

/** Of the step before this one: the code of now stays free for the test. */
async function giveEarlierCode(browser: { send: Send }, app: Authenticator): Promise<Response> {
  const begun = stepOfNow()
  const reply = await browser.send('/ui/api/v1/ui/auth/mfa/verify', json('POST', { otp: app.code(-1) }))
  // The half minute ended on the way, and the code is of two steps before by now.
  return reply.ok || stepOfNow() === begun ? reply : giveEarlierCode(browser, app)
}

const stepOfNow = () => Math.floor(Date.now() / 30_000)
