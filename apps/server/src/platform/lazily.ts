// Libraries that most processes never need, loaded when they are first used: an idle process stays small and starts sooner.
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** `const jose = lazily<typeof import('jose')>('jose')`, then `jose().jwtVerify`. */
export function lazily<Library>(name: string): () => Library {
  let library: Library | undefined
  return () => (library ??= load(name) as Library)
}
