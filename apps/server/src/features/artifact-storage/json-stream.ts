// JSON that is made while it is sent.
import type { Readable } from 'node:stream'
import { PlainReply } from '../../platform/http/implement.ts'

export const jsonStream = (body: Readable): PlainReply =>
  new PlainReply({ status: 200, headers: { 'content-type': 'application/json' }, body })
