// JSON that is made while it is sent.
import type { Readable } from 'node:stream'
import { PlainReply } from './implement.ts'
import { textStream } from './text-stream.ts'

export const jsonStream = (pieces: AsyncIterable<string>): PlainReply => replyOf(textStream(pieces))

const replyOf = (body: Readable) =>
  new PlainReply({ status: 200, headers: { 'content-type': 'application/json' }, body })

type Member = object | string

/** What stands around the members of a list, and between them. */
interface ListFrame {
  head: string
  tail: (total: number) => string
  separator?: string
}

/** A list whose members are still being found. */
export async function jsonList(
  found: AsyncGenerator<readonly Member[], void>,
  { head, tail, separator }: ListFrame,
): Promise<PlainReply> {
  // Whatever is wrong shows before the first member; after that there is no other status to send.
  const first = await found.next()
  const body = textStream(pieces())
  // Also when nobody ever begins to read it.
  body.once('close', () => void found.return())
  return replyOf(body)

  async function* pieces(): AsyncGenerator<string> {
    const list = new ListText(separator)
    yield head
    if (!first.done) yield* list.parts(first.value)
    for await (const members of found) yield* list.parts(members)
    yield tail(list.total)
  }
}

/** In characters. Larger members are sent one by one. */
const partLength = 65_536

/** The members of a list that is sent in several pieces. */
export class ListText {
  total = 0
  readonly #separator: string

  constructor(separator = ',') {
    this.#separator = separator
  }

  /** The next of them, with the comma that may be due before. */
  *parts(members: readonly Member[]): Generator<string> {
    let text = ''
    for (const member of members) {
      text += (this.total++ === 0 ? '' : this.#separator) + JSON.stringify(member)
      if (text.length < partLength) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  }
}
