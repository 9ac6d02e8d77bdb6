// Micro-frontends: parts of a page that come as scripts of their own, fetched on demand and mounted into an element.
// One that fails takes nothing with it: it is named in the console, and whoever asked for it gets nothing.
import { chunkLimit } from './chunks.ts'
import { withLimit } from './limit.ts'
import { message } from './messages.ts'

export interface Mountable {
  /** Draws into the element, which is its own; the answer takes everything away again. */
  mount(element: HTMLElement, page: ModulePage): Unmount | Promise<Unmount>
}

/** What the page lends: a micro-frontend imports nothing of the application, so that it stays a script of its own. */
export interface ModulePage {
  message: typeof message
}

export type Unmount = () => void

interface ModuleRequest {
  /** What people and the console are told. */
  name: string
  url: string
  /** Smaller ones come first; without one, among the last. */
  order?: number
  /** What stands in when the script does not come. */
  fallback?: () => Promise<Mountable>
}

interface ModuleLoader {
  load(request: ModuleRequest): Promise<Mountable | undefined>
  /** All at once; the answers stand in the order of the requests after sorting. */
  loadAll(requests: ModuleRequest[]): Promise<LoadedModule[]>
}

interface LoadedModule {
  request: ModuleRequest
  module: Mountable | undefined
}

export const moduleLife = 7 * 24 * 60 * 60 * 1000
export const lastOrder = 999

/** `fetchScript` is the browser's `import()`, except in tests of the rules. */
export function createModuleLoader(fetchScript: (url: string) => Promise<unknown>): ModuleLoader {
  const kept = new Map<string, { module: Promise<Mountable>; since: number }>()
  const asked = new Map<string, number>()

  function fetchModule({ url }: ModuleRequest): Promise<Mountable> {
    const known = kept.get(url)
    if (known !== undefined && Date.now() - known.since < moduleLife) return known.module
    const times = asked.get(url) ?? 0
    asked.set(url, times + 1)
    const module = withLimit(fetchScript(freshAddress(url, times)), chunkLimit, tookTooLong).then(toMountable)
    kept.set(url, { module, since: Date.now() })
    module.catch(() => kept.delete(url))
    return module
  }

  async function load(request: ModuleRequest): Promise<Mountable | undefined> {
    const { name, fallback } = request
    const own = await orNothing(name, () => fetchModule(request))
    return own ?? (fallback === undefined ? undefined : orNothing(name, fallback))
  }

  const loadAll = (requests: ModuleRequest[]) =>
    Promise.all(inOrder(requests).map(async (request) => ({ request, module: await load(request) })))

  return { load, loadAll }
}

export const modules = createModuleLoader((url) => import(/* @vite-ignore */ url))

export const inOrder = (requests: ModuleRequest[]) =>
  requests.toSorted((a, b) => (a.order ?? lastOrder) - (b.order ?? lastOrder))

/** A browser keeps a script for as long as the page lives, and a failure as well: another address is asked anew. */
const freshAddress = (url: string, times: number) => (times === 0 ? url : `${url}?${times}`)

const tookTooLong = () => new Error(message('errors.tookTooLong', { seconds: chunkLimit / 1000 }))

async function orNothing(name: string, load: () => Promise<Mountable>): Promise<Mountable | undefined> {
  try {
    return await load()
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    console.error(message('errors.moduleNotLoaded', { name, detail }))
    return undefined
  }
}

function toMountable(script: unknown): Mountable {
  if (isMountable(script)) return script
  throw new Error(message('errors.moduleEmpty'))
}

const isMountable = (script: unknown): script is Mountable =>
  typeof script === 'object' && script !== null && 'mount' in script && typeof script.mount === 'function'
