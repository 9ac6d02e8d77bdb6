// Letters on their way: written in the transaction that causes them, sealed because they may hold a link that opens
// something, and sent by a job that tries again.
import type { Db } from '../db/connect.ts'
import { html, type Html } from '../http/html.ts'
import { enqueue, type EnqueueOptions } from '../jobs/queue.ts'
import type { Vault } from '../vault.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  /** Where answers go, when not to the sender. */
  replyTo?: string
}

export const letterJob = 'send-letter'

const context = 'letter'

/** Inside a transaction. */
export const enqueueLetter = (
  db: Db,
  vault: Vault,
  letter: Letter,
  options: EnqueueOptions = {},
): Promise<string> => enqueue(db, letterJob, { letter: vault.seal(JSON.stringify(letter), context) }, options)

/** What enqueueLetter wrote. */
export const openLetter = (vault: Vault, payload: unknown): Letter =>
  JSON.parse(vault.open((payload as { letter: string }).letter, context)) as Letter

interface LetterText {
  to: string
  subject: string
  /** Plain sentences; each becomes a paragraph. */
  before: string[]
  action?: { label: string; url: string }
  after: string[]
}

/** The same words as plain text and as HTML, in which nothing can be anything but text. */
export function writeLetter({ to, subject, before, action, after }: LetterText): Letter {
  const paragraph = (sentence: string): Html => html`<p>${sentence}</p>`
  const link =
    action === undefined
      ? []
      : [
          html`<p><a href="${action.url}">${action.label}</a></p>`,
          html`<p style="color: #5b6270">${action.url}</p>`,
        ]
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.5; color: #1a1d24">
        ${before.map(paragraph)} ${link} ${after.map(paragraph)}
      </body>
    </html>`
  const text = [
    ...before,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...after,
  ].join('\n\n')
  return { to, subject, text: `${text}\n`, html: page.html }
}
