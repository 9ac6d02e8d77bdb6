// What is known about a piece of the application that did not arrive: script or style, its name, what was asked for.
import { message } from './messages.ts'

/** Read by whoever looks into the details of the error page, the console or a report. */
export class ChunkLoadError extends Error {
  override readonly name: 'ChunkLoadError' | 'CssChunkLoadError'
  readonly chunk: string
  readonly request: string

  constructor(request: string, detail: string, cause?: unknown) {
    const chunk = chunkName(request)
    const isStyle = request.endsWith('.css')
    super(message(isStyle ? 'errors.styleNotLoaded' : 'errors.scriptNotLoaded', { chunk, request, detail }), {
      cause,
    })
    this.name = isStyle ? 'CssChunkLoadError' : 'ChunkLoadError'
    this.chunk = chunk
    this.request = request
  }
}

/** The browser's own sentence names what it asked for, except in Safari, which says nothing. */
export function chunkError(cause: unknown, asked: string): ChunkLoadError {
  if (cause instanceof ChunkLoadError) return cause
  const detail = cause instanceof Error ? cause.message : String(cause)
  return new ChunkLoadError(addressIn(detail) ?? asked, detail, cause)
}

/** The address of a failed style sheet: the loader of our build says "Unable to preload CSS for …". */
export function failedStyle(cause: unknown): string | undefined {
  const request = cause instanceof Error ? addressIn(cause.message) : undefined
  return request?.endsWith('.css') === true ? request : undefined
}

/** `…/users-screen-DkkyhN80.js` is the chunk `users-screen`; a hash is eight characters long. */
export function chunkName(request: string): string {
  const file = request.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  return file.replace(/(?:-[\w-]{8})?\.(?:js|css|tsx?)$/, '')
}

/** The script that `() => import('…')` asks for. Nothing else tells it before the browser has an answer. */
export function requestOf(load: () => unknown): string {
  const [, specifier] = /import\(\s*["'`]([^"'`]+)["'`]/.exec(load.toString()) ?? []
  return specifier === undefined ? '' : (URL.parse(specifier, import.meta.url)?.href ?? specifier)
}

const addressIn = (text: string) => /https?:\/\/[^\s'"]+\.(?:js|css|tsx?)/.exec(text)?.[0]
