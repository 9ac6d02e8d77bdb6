// What is typed above the tree: `kind:` and `pkg:` narrow the repositories, `path:` only looks for files and folders, and
// everything else is a part of the name of a repository or the beginning of the name of a file.
import type { TreeRoot } from '@bindery/contracts'

interface TreeFilter {
  kind: string | undefined
  format: string | undefined
  text: string
  /** Only files and folders were asked for. */
  isPath: boolean
}

export function parseFilter(typed: string): TreeFilter {
  const filter: TreeFilter = { kind: undefined, format: undefined, text: '', isPath: false }
  const words: string[] = []
  for (const word of typed.trim().split(/\s+/)) {
    const [, name, value = ''] = /^(kind|pkg|repo|path):(.*)$/i.exec(word) ?? []
    if (name === undefined) words.push(word)
    else if (name.toLowerCase() === 'kind') filter.kind = value.toLowerCase()
    else if (name.toLowerCase() === 'pkg') filter.format = value.toLowerCase()
    else words.push(value)
    if (name?.toLowerCase() === 'path') filter.isPath = true
  }
  return { ...filter, text: words.join(' ').trim() }
}

export const isEmpty = ({ kind, format, text }: TreeFilter) =>
  kind === undefined && format === undefined && text === ''

/** The repositories in which the filter looks. */
export const rootsWithin = (roots: TreeRoot[], { kind, format }: TreeFilter) =>
  roots.filter(
    (root) =>
      (kind === undefined || root.kind.startsWith(kind)) &&
      (format === undefined || root.format.toLowerCase().startsWith(format)),
  )

/** Those whose own name fits. */
export const rootsNamed = (roots: TreeRoot[], filter: TreeFilter) =>
  filter.isPath
    ? []
    : rootsWithin(roots, filter).filter(({ key }) => key.toLowerCase().includes(filter.text.toLowerCase()))
