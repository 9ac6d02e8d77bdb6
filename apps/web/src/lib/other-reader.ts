// Two tabs share one session: when one signs in as somebody else, the other must not go on in a name that is not its
// own. It learns of it from the other tab, when it is looked at again, and at the latest from the server, which
// refuses to act for another than the page names.
import { session } from '@bindery/contracts'
import { call } from './call.ts'
import { readerName, setReaderName } from './reader.ts'
import { createStore } from './store.ts'

/** Who is signed in now, when that is not whom this page was made for. */
export const otherReader = createStore<string | undefined>(undefined)

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('bindery.reader') : undefined

/** Somebody signed in here, maybe the same person again. */
export function announceReader(name: string | undefined) {
  setReaderName(name)
  otherReader.set(undefined)
  if (name !== undefined) channel?.postMessage(name)
}

/** Tells when a tab beside this one signed in as the same person. */
export function onSameReader(listener: () => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (data === readerName()) listener()
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => compareReader(data))

/** Asks who is signed in. A session that ended is another matter, and said elsewhere. */
export async function checkReader() {
  if (readerName() === undefined) return
  try {
    const { isAlive, user } = await call(session.check, {})
    if (isAlive) compareReader(user)
  } catch {
    return // unreachable: asked again the next time
  }
}

/** False when it is somebody else than this page was made for. */
export function compareReader(name: unknown): boolean {
  const reader = readerName()
  const isOther = reader !== undefined && typeof name === 'string' && name !== reader
  if (isOther) otherReader.set(name)
  return !isOther
}
