// The audit log as CSV, made while it is sent: a year of it never lies in memory.
import type { AuditEntry, AuditFilter } from '@bindery/contracts'
import { PlainReply } from '../../platform/http/implement.ts'
import { textStream } from '../../platform/http/text-stream.ts'
import type { Services } from '../feature.ts'
import { readEntries } from './entries.ts'

const step = 1000

export function downloadEntries(services: Services, filter: AuditFilter): PlainReply {
  return new PlainReply({
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
    },
    body: textStream(lines(services, filter)),
  })
}

async function* lines(services: Services, filter: AuditFilter): AsyncGenerator<string> {
  yield 'id,at,kind,outcome,actor,address,target,detail\r\n'
  let below: number | undefined
  for (;;) {
    const entries = await readEntries(services, filter, step, below)
    if (entries.length > 0) yield entries.map(toLine).join('')
    if (entries.length < step) return
    below = entries.at(-1)?.id
  }
}

const toLine = (entry: AuditEntry) =>
  `${[
    entry.id,
    entry.at,
    entry.kind,
    entry.outcome,
    entry.actor,
    entry.address ?? '',
    entry.target ?? '',
    JSON.stringify(entry.detail),
  ]
    .map((value) => toCell(String(value)))
    .join(',')}\r\n`

/** Quoted; and never a formula for the program that opens it, whatever somebody called himself. */
function toCell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
