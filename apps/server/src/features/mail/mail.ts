// The mail server: its settings, and a letter to try them.
import type { GivenMailSettings, MailSettings } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { openPassword } from '../../platform/mail/deliver.ts'
import { writeLetter } from '../../platform/mail/letters.ts'
import { isUnreached, sendLetter } from '../../platform/mail/send.ts'
import { mailPassword, mailServer, type MailServer } from '../../platform/mail/settings.ts'
import { waitEvenly } from '../../platform/outbound/even-time.ts'
import type { Services } from '../feature.ts'

const patienceMs = 4_000
/** Longer than any failure to reach a server takes. */
const evenMs = 5_000
const silence =
  'No mail server answers there. Check the host, the port and the encryption, and that no firewall is in between.'

export async function readSettings({ access }: Services): Promise<MailSettings> {
  const { password, ...server } = await access.live.get(mailServer)
  return { ...server, password: '', hasPassword: password !== '' }
}

export async function saveSettings(
  services: Services,
  by: Doer,
  given: GivenMailSettings,
): Promise<MailSettings> {
  const { access } = services
  if (given.isEnabled && (given.host === '' || given.from === ''))
    throw badRequest('To send mail, give a host and a sender address.', given.host === '' ? 'host' : 'from')
  const server = await withPassword(services, given)
  await transaction(access.database, async (db, after) => {
    await access.live.set(db, after, mailServer, server)
    const { host, port, security, isEnabled } = server
    await audit(access, db, by, { kind: 'mail.changed', detail: { isEnabled, host, port, security } })
  })
  return readSettings(services)
}

export async function tryOut(
  services: Services,
  { to, ...given }: GivenMailSettings & { to: string },
): Promise<{ isSent: boolean; message: string }> {
  const server = await withPassword(services, given)
  const url = `${(server.baseUrl || services.baseUrl || 'http://localhost').replace(/\/+$/, '')}/ui/`
  const letter = writeLetter({
    to,
    subject: 'A letter to try the mail server',
    before: ['The mail server of Bindery is set up: this letter arrived.'],
    action: { label: 'Links in letters start like this', url },
    after: [],
  })
  const begun = performance.now()
  try {
    const password = openPassword(services.access.vault, server)
    await sendLetter(services.outbound.policy, server, password, letter, patienceMs)
    return { isSent: true, message: `The mail server took a letter to ${to}.` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // What went wrong is what the administrator asks for, but not which ports of a network are open.
    if (!isUnreached(error)) return { isSent: false, message: error.message }
    await waitEvenly(begun, evenMs)
    return { isSent: false, message: silence }
  }
}

/** Left out, the stored password stays; but not for another server, which must not be shown it. */
async function withPassword({ access }: Services, given: GivenMailSettings): Promise<MailServer> {
  const { password, ...server } = given
  if (password !== undefined)
    return { ...server, password: password === '' ? '' : access.vault.seal(password, mailPassword) }
  const before = await access.live.get(mailServer)
  const isSamePlace =
    before.host === server.host && before.port === server.port && before.user === server.user
  if (before.password !== '' && !isSamePlace)
    throw badRequest('Give the password again: the server or the user is another one.', 'password')
  return { ...server, password: before.password }
}
