// Bodies that are small by nature, read whole with a limit.
import type { IncomingMessage } from 'node:http'
import { AppError, badRequest, tooLarge } from '../errors.ts'

const deepest = 200

export function parseJson(text: string): unknown {
  if (depthOf(text) > deepest) throw badRequest('The JSON is nested too deeply.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad-request', 'The body is not valid JSON.', { cause })
  }
}

/** JSON.parse recurses, so a body of 200,000 brackets must not reach it. Brackets inside strings do not count. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '\\') index++
    else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '[' || character === '{') most = Math.max(most, ++depth)
    else if (character === ']' || character === '}') depth--
  }
  return most
}

/** Refuses what is compressed: the limit is for what comes out of it. */
export async function readText(raw: IncomingMessage, limit: number): Promise<string> {
  if (raw.headers['content-encoding'] !== undefined && raw.headers['content-encoding'] !== 'identity')
    throw new AppError('unsupported-type', 'Compressed bodies are not taken here. Send it plain.')
  return (await readBody(raw.iterator({ destroyOnReturn: false }), limit)).toString('utf8')
}

export async function readBody(source: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit) throw tooLarge(`The body is over the limit of ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
