// The contracts carry zod schemas, which only the server runs. Here zod is replaced by an object that accepts being
// built and refuses being used, and what the contracts build with it is left out of their text: the first load would
// otherwise grow with every call of the API.
import type { Plugin } from 'vite'

const id = '\0schema-stand-in'
const contracts = /\/packages\/contracts\/src\/[^/]+\.ts$/

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
    transform(code, file) {
      if (!contracts.test(file)) return null
      return { code: shorten(code, this.parse(code, { lang: 'ts' })), map: null }
    },
  }
}

/** A node of the syntax tree, as far as it matters here. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Schemas become the stand-in itself, endpoints keep their address only. */
function shorten(code: string, program: unknown): string {
  const cuts: { start: number; end: number; text: string }[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return true
    if (rootOf(node) === 'z') {
      cuts.push({ start: node.start, end: node.end, text: 'z' })
      return false
    }
    const [, summary, shape] = rootOf(node) === 'endpoint' ? (node['arguments'] as Node[]) : []
    if (summary === undefined || shape === undefined) return true
    cuts.push({ start: summary.start, end: shape.end, text: `'', {}` })
    return false
  })
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
}

/** The name that a chain of calls begins with: `z` of `z.string().max(9)`. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node['name'] as string
  const inner = node.type === 'CallExpression' ? node['callee'] : node['object']
  return isNode(inner) ? rootOf(inner) : undefined
}

function walk(value: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (isNode(value) && visit(value)) for (const item of Object.values(value)) walk(item, visit)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
