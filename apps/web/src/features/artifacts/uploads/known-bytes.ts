// Bytes that the server has already need not be sent again: it is asked by their digest first.
import { artifactSearch } from '@bindery/contracts'
import { call } from '../../../lib/call.ts'

/** Less is sent sooner than it is asked about; more would have to be held in memory to be hashed. */
const [least, most] = [64 * 1024, 64 * 1024 * 1024]

/** The SHA-256 of a file that lies somewhere this reader can see; undefined when it is to be sent. */
export async function knownDigest(file: Blob, signal: AbortSignal): Promise<string | undefined> {
  // Browsers hash on pages that came over HTTPS or from this machine only.
  if (file.size < least || file.size > most || !isSecureContext) return undefined
  try {
    const sha256 = hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    const { results } = await call(artifactSearch.checksum, { query: { sha256 } }, signal)
    return results.length > 0 ? sha256 : undefined
  } catch {
    // Whatever stands in the way of asking: sending works, or says why not.
    return undefined
  }
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
