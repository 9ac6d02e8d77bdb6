// Bodies that are small by nature, read whole with a limit.
import { AppError, badRequest, tooLarge } from '../errors.ts'

/** JSON.parse recurses: a body of 200,000 brackets must not reach it. */
export function parseJson(text: string): unknown {
  let depth = 0
  for (const bracket of text.matchAll(/[[{]|[\]}]/g)) {
    depth += bracket[0] === '[' || bracket[0] === '{' ? 1 : -1
    if (depth > 200) throw badRequest('The JSON is nested too deeply.')
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad-request', 'The body is not valid JSON.', { cause })
  }
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
