// The query language over HTTP: the query comes as text, the answer is sent while it is found.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Actor } from '../../access/actor.ts'
import { readText } from '../../platform/http/body.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { longestQuery, parseQuery } from '../../registry/aql/parse.ts'
import type { Query } from '../../registry/aql/query.ts'
import { search } from '../../registry/aql/run.ts'
import type { Registry } from '../../registry/registry.ts'

export async function answerQuery(
  registry: Registry,
  actor: Actor,
  raw: IncomingMessage,
): Promise<PlainReply> {
  const query = parseQuery(await readText(raw, longestQuery * 4))
  const found = searchWhileConnected(registry, actor, query, raw)
  // Whatever is wrong shows before the first result; after that there is no other status to send.
  const first = await found.next()
  const body = Readable.from(pieces(query, first, found))
  return new PlainReply({ status: 200, headers: { 'content-type': 'application/json' }, body })
}

/** Ends when the client goes away: nobody searches for nobody. */
export async function* searchWhileConnected(
  registry: Registry,
  actor: Actor,
  query: Query,
  { socket }: IncomingMessage,
): AsyncGenerator<object[], void> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  socket.once('close', abort)
  try {
    yield* search(registry, actor, query, { signal: controller.signal })
  } finally {
    socket.off('close', abort)
  }
}

async function* pieces(
  query: Query,
  first: IteratorResult<object[], void>,
  rest: AsyncGenerator<object[], void>,
): AsyncGenerator<string> {
  let total = 0
  const written = (rows: object[]) => {
    const text = rows.map((row) => JSON.stringify(row)).join(',\n')
    const separator = total === 0 || text === '' ? '' : ',\n'
    total += rows.length
    return separator + text
  }
  try {
    yield '{\n"results" : [ '
    if (!first.done) yield written(first.value)
    for await (const rows of rest) yield written(rows)
    const { offset, limit } = query
    const range = { start_pos: offset, end_pos: offset + total, total, ...(limit !== undefined && { limit }) }
    yield ` ],\n"range" : ${JSON.stringify(range)}\n}\n`
  } finally {
    await rest.return()
  }
}
