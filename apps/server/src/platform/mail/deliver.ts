// Sends a letter by the mail server of the settings. Throws when it could not be handed over, to be tried again.
import type { LiveSettings } from '../live-settings.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import type { Vault } from '../vault.ts'
import type { Letter } from './letters.ts'
import { sendLetter } from './send.ts'
import { mailPassword, mailServer, type MailServer } from './settings.ts'

interface MailSources {
  live: LiveSettings
  vault: Vault
  policy: OutboundPolicy
}

export async function deliverLetter({ live, vault, policy }: MailSources, letter: Letter): Promise<void> {
  const server = await live.get(mailServer)
  if (!server.isEnabled) throw new Error('Mail is switched off.')
  await sendLetter(policy, server, openPassword(vault, server), letter)
}

/** The plain one; empty when there is none. */
export const openPassword = (vault: Vault, { password }: MailServer) =>
  password === '' ? '' : vault.open(password, mailPassword)
