// A reader of server-sent events, as a browser has one: it collects what comes and waits for what it is asked for.
import type { LiveEvent } from '@bindery/contracts'
import type { Send } from './builders/published.ts'

export interface EventReader {
  reply: Response
  events: LiveEvent[]
  /** Of the last event or beat, as a browser sends it back. */
  lastId(): string
  /** The next event that fits, counting from the last one that was returned. */
  next(fits?: (event: LiveEvent) => boolean): Promise<LiveEvent>
  /** Resolves when the server ends the stream, or cuts it. */
  ended: Promise<void>
  close(): void
}

export async function follow(
  send: Send,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<EventReader> {
  const abort = new AbortController()
  const reply = await send(`/ui/api/v1/events${query}`, { headers, signal: abort.signal })
  const events: LiveEvent[] = []
  let lastId = ''
  let taken = 0
  let wake = Promise.withResolvers<void>()
  let isOver = false
  const note = (block: string) => {
    lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (data !== undefined && !block.includes('event: beat')) events.push(JSON.parse(data) as LiveEvent)
    wake.resolve()
    wake = Promise.withResolvers()
  }
  const read = async () => {
    let rest = ''
    try {
      for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) note(block)
      }
    } catch {
      // Cut off, by us or by the server.
    }
    isOver = true
    wake.resolve()
  }
  const ended = read()
  return {
    reply,
    events,
    lastId: () => lastId,
    async next(fits = () => true) {
      for (;;) {
        const found = events.findIndex((event, index) => index >= taken && fits(event))
        if (found >= 0) {
          taken = found + 1
          return events[found] as LiveEvent // it was just found there
        }
        if (isOver) throw new Error(`The stream ended. It told: ${JSON.stringify(events)}`)
        await wake.promise
      }
    },
    ended,
    close: () => abort.abort(),
  }
}
