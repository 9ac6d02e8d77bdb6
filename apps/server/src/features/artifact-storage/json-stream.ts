// JSON that is made while it is sent.
import type { Readable } from 'node:stream'
import { PlainReply } from '../../platform/http/implement.ts'

export const jsonStream = (body: Readable): PlainReply =>
  new PlainReply({ status: 200, headers: { 'content-type': 'application/json' }, body })

/** The members of a list that is sent in several pieces. */
export class ListText {
  #isBegun = false

  /** The next of them, with the comma that may be due before. */
  add(members: readonly object[]): string {
    if (members.length === 0) return ''
    const separator = this.#isBegun ? ',' : ''
    this.#isBegun = true
    return separator + JSON.stringify(members).slice(1, -1)
  }
}
