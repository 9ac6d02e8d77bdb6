// Finding modules quickly. Node looks up every import on the disk: is there such a file, where do its links lead, which
// package.json says what it is. That is a fifth of a start, and for an import that names a file there is nothing to find.
import { registerHooks, type ResolveHookContext } from 'node:module'

/** For everything that is imported from now on. */
export function resolveQuickly(): void {
  const esModules = new Set<string>()
  registerHooks({
    resolve(specifier, context, next) {
      const found = namedFile(specifier, context, esModules) ?? next(specifier, context)
      if (found.format === 'module' && manyFiles.test(found.url)) esModules.add(found.url)
      return found
    },
  })
}

/** Libraries of hundreds of files. What an ES module of theirs imports by its path is one, too; others mix both kinds. */
const manyFiles = /\/node_modules\/(?:kysely|zod)\/[^?#]+\.js$/

/** Our own imports always end in `.ts`. */
function namedFile(specifier: string, { parentURL = '' }: ResolveHookContext, esModules: Set<string>) {
  if (!specifier.startsWith('./') && !specifier.startsWith('../')) return undefined
  const at = (format: string) => ({ url: new URL(specifier, parentURL).href, format, shortCircuit: true })
  if (specifier.endsWith('.ts')) return at('module-typescript')
  return specifier.endsWith('.js') && esModules.has(parentURL) ? at('module') : undefined
}
