// The contracts carry zod schemas, which only the server runs. Here they are replaced by an object that
// accepts being built and refuses being used: the first load is some 20 kB smaller.
import type { Plugin } from 'vite'

const id = '\0schema-stand-in'

const source = `
const refused = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])
const refuse = () => { throw new Error('Schemas are not part of the web build; the server validates') }
export const z = new Proxy(() => z, {
  get: (_, name) => refused.has(name) ? refuse : z,
})
`

export function withoutSchemas(): Plugin {
  return {
    name: 'bindery:without-schemas',
    enforce: 'pre',
    resolveId: (name) => (name === 'zod' ? id : null),
    load: (name) => (name === id ? source : null),
  }
}
