// The packages that an audit asks about, in both shapes that clients send: versions by name, or a tree as in a lock file. Pure.
import { isObject } from './json.ts'

type Body = Readonly<Record<string, unknown>>

const deepest = 100

export function namesIn(body: Body): string[] {
  return [...new Set(isTree(body) ? treeNames(body, deepest) : Object.keys(body))]
}

/** The same question without these packages, and without what depends on them being told. */
export function withoutNames(body: Body, names: ReadonlySet<string>): Body {
  if (names.size === 0) return body
  return isTree(body) ? { ...body, ...treeWithout(body, names, deepest) } : without(body, names)
}

const isTree = (body: Body) => isObject(body['dependencies']) || isObject(body['requires'])

function* treeNames(node: Body, depth: number): Generator<string> {
  for (const part of [node['requires'], node['dependencies']]) if (isObject(part)) yield* Object.keys(part)
  if (depth === 0 || !isObject(node['dependencies'])) return
  for (const child of Object.values(node['dependencies']))
    if (isObject(child)) yield* treeNames(child, depth - 1)
}

function treeWithout(node: Body, names: ReadonlySet<string>, depth: number): Body {
  const { requires, dependencies } = node
  if (depth === 0) return {}
  return {
    ...node,
    ...(isObject(requires) && { requires: without(requires, names) }),
    ...(isObject(dependencies) && {
      dependencies: Object.fromEntries(
        Object.entries(without(dependencies, names)).map(([name, child]) => [
          name,
          isObject(child) ? treeWithout(child, names, depth - 1) : child,
        ]),
      ),
    }),
  }
}

const without = (map: Body, names: ReadonlySet<string>): Body =>
  Object.fromEntries(Object.entries(map).filter(([name]) => !names.has(name)))
