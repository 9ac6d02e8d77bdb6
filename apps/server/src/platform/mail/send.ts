// Hands one letter to the mail server. The server's address is resolved under the policy for outbound connections, and the
// connection goes to the address that was checked, so that a name cannot lead elsewhere in between.
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { AppError } from '../errors.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import type { Letter } from './letters.ts'
import type { MailServer } from './settings.ts'

/** `password` is the plain one; `patience` in milliseconds, for each step. */
export async function sendLetter(
  policy: OutboundPolicy,
  server: MailServer,
  password: string,
  letter: Letter,
  patience = 15_000,
): Promise<void> {
  if (server.host === '' || server.from === '')
    throw new AppError('bad-request', 'The mail server needs a host and a sender address.')
  policy.check(server.host)
  // Loaded with the first letter: most processes never send one.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: isIP(server.host) === 0 ? await addressOf(policy, server.host) : server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    tls: isIP(server.host) === 0 ? { servername: server.host } : {},
    ...(server.user !== '' && { auth: { user: server.user, pass: password } }),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: { name: server.fromName, address: server.from },
      to: { name: '', address: letter.to },
      ...(letter.replyTo !== undefined && { replyTo: { name: '', address: letter.replyTo } }),
      subject: oneLine(`${server.subjectPrefix} ${letter.subject}`),
      text: letter.text,
      html: letter.html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    throw new AppError('bad-gateway', `The mail server did not take the letter: ${reasonOf(error)}`, {
      cause: error,
    })
  } finally {
    transport.close()
  }
}

/** The name service may take its time over a name that does not exist; somebody waits for the answer. */
const addressOf = (policy: OutboundPolicy, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const unknown = () =>
      reject(new AppError('bad-gateway', `The mail server ${host} is not known to the name service.`))
    setTimeout(unknown, 4_000).unref()
    policy.lookup(host, {}, (error, address: string | LookupAddress[]) => {
      if (error instanceof AppError) return reject(error)
      return error || typeof address !== 'string' ? unknown() : resolve(address)
    })
  })

/** Whether nothing was there that speaks as a mail server does; a certificate that proves nothing is another matter. */
export const isUnreached = ({ cause }: AppError): boolean =>
  cause instanceof Error &&
  'command' in cause &&
  cause.command === 'CONN' &&
  !cause.message.includes('certificate')

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const reasonOf = (error: unknown) =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, 300)
