// A real mail server on loopback that keeps what it is given, and the settings that lead to it.
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { TestApp } from './app.ts'
import { json } from './browser.ts'

export interface Mail {
  to: string[]
  from: string
  /** As it came over the wire. */
  raw: string
  /** Of the plain part, decoded. */
  text: string
  user: string | undefined
}

export interface MailServer {
  port: number
  letters: Mail[]
  /** The first letter to this address that has not been taken before. */
  letterTo(address: string): Promise<Mail>
  close(): Promise<void>
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const letters: Mail[] = []
  const taken = new Set<Mail>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        letters.push({
          to: rcptTo.map((one) => one.address),
          from: mailFrom === false ? '' : mailFrom.address,
          raw,
          text: plainPart(raw),
          user: session.user,
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    letters,
    async letterTo(to) {
      for (let tries = 0; tries < 2400; tries++) {
        const letter = letters.find((one) => one.to.includes(to) && !taken.has(one))
        if (letter) {
          taken.add(letter)
          return letter
        }
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`No letter to ${to} arrived`)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export const mailSettings = (port: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  isEnabled: true,
  host: '127.0.0.1',
  port,
  security: 'none',
  user: '',
  from: 'bindery@example.com',
  fromName: 'Bindery',
  subjectPrefix: '[Bindery]',
  baseUrl: 'https://bindery.example.com',
  ...more,
})

/** The application must be started with BINDERY_OUTBOUND_ALLOW=127.0.0.1. */
export async function useMailServer(
  app: TestApp,
  server: MailServer,
  more: Record<string, unknown> = {},
): Promise<void> {
  const reply = await app.fetch('/ui/api/v1/mail', json('PUT', mailSettings(server.port, more)))
  if (!reply.ok) throw new Error(`The mail server was not taken: ${await reply.text()}`)
}

/** The first link in a letter. */
export const linkIn = (letter: Mail): URL => {
  const link = /https?:\/\/\S+/.exec(letter.text)?.[0]
  if (link === undefined) throw new Error('There is no link in the letter')
  return new URL(link)
}

function plainPart(raw: string): string {
  const part = raw.split(/^--.*$/m).find((one) => /content-type: text\/plain/i.test(one)) ?? raw
  const body = part.slice(part.search(/\r?\n\r?\n/)).trim()
  if (/content-transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8')
  return body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
