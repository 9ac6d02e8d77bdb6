// One stream of server-sent events, read by hand: unlike EventSource it tells why it was refused, and it leaves the
// decision when to come back to whoever opened it.
import { live, type LiveEvent } from '@bindery/contracts'
import { addressOf } from './call.ts'

type StreamEnd = 'ended' | 'refused' | 'signed-out' | 'unreachable'

interface StreamHandlers {
  /** Also for beats, which come without an event. */
  onSign(id: string | undefined, event: LiveEvent | undefined): void
}

/** Resolves when the stream is over, with the reason. */
export async function readStream(
  after: string | undefined,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<StreamEnd> {
  try {
    const response = await fetch(addressOf(live.events.path, {}, { after }), {
      headers: { Accept: 'text/event-stream', 'X-Requested-With': 'bindery' },
      cache: 'no-store',
      signal,
    })
    if (response.status === 401) return 'signed-out'
    if (!response.ok || response.body === null) return 'refused'
    await readBlocks(response.body, (block) => handlers.onSign(...parseBlock(block)))
    return 'ended'
  } catch {
    return 'unreachable'
  }
}

async function readBlocks(body: ReadableStream<Uint8Array>, onBlock: (block: string) => void) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) onBlock(block)
  }
}

function parseBlock(block: string): [id: string | undefined, event: LiveEvent | undefined] {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
  const data = fields.get('data')
  const isEvent = data !== undefined && !fields.has('event')
  // The server's own form; see contracts/events.ts.
  return [fields.get('id'), isEvent ? (JSON.parse(data) as LiveEvent) : undefined]
}
