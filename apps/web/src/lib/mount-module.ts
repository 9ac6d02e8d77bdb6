import { withLimit } from './limit.ts'
import { message } from './messages.ts'
import type { Mountable, Unmount } from './modules.ts'

const mountLimit = 100_000

/**
 * Mounts into a new element inside `place`. The answer takes it away, also before it is finished; what fails or
 * takes too long is taken away at once, named in the console and told to `onFailure`.
 */
export function mountModule(
  name: string,
  module: Mountable,
  place: HTMLElement,
  onFailure: (error: Error) => void,
): Unmount {
  const host = document.createElement('div')
  place.append(host)
  let isGone = false
  let unmount: Unmount | undefined
  const mounted = startMounting(module, host).then((end) => {
    if (isGone) end()
    else unmount = end
  })
  const takeAway = () => {
    isGone = true
    host.remove()
    unmount?.()
  }
  withLimit(mounted, mountLimit, tookTooLong).catch((cause: unknown) => {
    if (isGone) return
    takeAway()
    const detail = cause instanceof Error ? cause.message : String(cause)
    const error = new Error(message('errors.moduleNotMounted', { name, detail }), { cause })
    console.error(error.message)
    onFailure(error)
  })
  return takeAway
}

/** Async, so that a module that throws at once fails like one that fails later. */
const startMounting = async (module: Mountable, host: HTMLElement) => module.mount(host, { message })

const tookTooLong = () => new Error(message('errors.tookTooLong', { seconds: mountLimit / 1000 }))
