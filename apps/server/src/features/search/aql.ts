// The query language over HTTP: the query comes as text, the answer is sent while it is found.
import type { IncomingMessage } from 'node:http'
import type { Actor } from '../../access/actor.ts'
import { readText } from '../../platform/http/body.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import { jsonList } from '../../platform/http/json-stream.ts'
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
  const { offset, limit } = query
  return jsonList(searchWhileConnected(registry, actor, query, raw), {
    head: '{\n"results" : [ ',
    separator: ',\n',
    tail: (total) => {
      const end = { end_pos: offset + total, total, ...(limit !== undefined && { limit }) }
      return ` ],\n"range" : ${JSON.stringify({ start_pos: offset, ...end })}\n}\n`
    },
  })
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
