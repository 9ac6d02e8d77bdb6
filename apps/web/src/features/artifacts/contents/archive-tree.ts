// From the flat list of an archive's entries to a tree: folders that are only named in paths are there, too. Pure.
import type { ArchiveItem } from '@bindery/contracts'
import type { TreeNode } from '../../../ui/tree-rows.ts'

export interface ArchiveTree {
  roots: TreeNode[]
  children: ReadonlyMap<string, TreeNode[]>
  sizes: ReadonlyMap<string, number>
}

export function archiveTree(items: readonly ArchiveItem[]): ArchiveTree {
  const nodes = new Map<string, TreeNode>()
  const sizes = new Map<string, number>()
  for (const { path, kind, size } of items) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.')
    for (let depth = 1; depth < parts.length; depth++) addNode(nodes, parts.slice(0, depth).join('/'), true)
    // The id is the path as it stands in the archive: that is what the server is asked for.
    if (kind === 'folder') addNode(nodes, parts.join('/'), true)
    else if (parts.length > 0) nodes.set(path, { id: path, label: parts.at(-1) ?? path, isBranch: false })
    if (kind === 'file') sizes.set(path, size)
  }
  const children = new Map<string, TreeNode[]>()
  for (const node of nodes.values()) {
    const siblings = children.get(parentOf(node.id))
    if (siblings === undefined) children.set(parentOf(node.id), [node])
    else siblings.push(node)
  }
  for (const [parent, some] of children) children.set(parent, some.toSorted(foldersFirst))
  return { roots: children.get('') ?? [], children, sizes }
}

function addNode(nodes: Map<string, TreeNode>, path: string, isBranch: boolean) {
  if (path !== '' && !nodes.has(path))
    nodes.set(path, { id: path, label: path.slice(path.lastIndexOf('/') + 1), isBranch })
}

const parentOf = (path: string) => {
  const clean = path.replace(/^\.?\/+/, '')
  return clean.includes('/') ? clean.slice(0, clean.lastIndexOf('/')) : ''
}

const foldersFirst = (a: TreeNode, b: TreeNode) =>
  Number(b.isBranch) - Number(a.isBranch) || a.label.localeCompare(b.label, 'en')

/** Files whose path has the text in it, as one list. */
export const matching = (items: readonly ArchiveItem[], text: string): TreeNode[] =>
  items
    .filter(({ path, kind }) => kind !== 'folder' && path.toLowerCase().includes(text.toLowerCase()))
    .map(({ path }) => ({ id: path, label: path, isBranch: false }))
