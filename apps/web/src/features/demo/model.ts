// A made-up shelf of artifacts, to have something to open. It comes late on purpose: waiting is what is shown.
import type { TreeNode } from '../../ui/tree-rows.ts'

const modelDelay = 2000

interface Shelf {
  [name: string]: Shelf | null
}

const shelf: Shelf = {
  'npm-local': {
    '@acme': { billing: { '2.0.0.tgz': null, '2.1.0.tgz': null }, 'design-tokens': { '0.9.1.tgz': null } },
    'left-pad': { '1.3.0.tgz': null },
  },
  'generic-local': {
    installers: { 'bindery-setup.sh': null, 'bindery-setup.ps1': null },
    'read-me.txt': null,
  },
}

export async function loadModel(): Promise<TreeNode[]> {
  await new Promise((resolve) => setTimeout(resolve, modelDelay))
  return nodesOf('', shelf)
}

/** The children of a branch, by the names on the way to it. */
export async function loadBranch({ id }: TreeNode): Promise<TreeNode[]> {
  const branch = id.split('/').reduce<Shelf | null>((at, name) => at?.[name] ?? null, shelf)
  return branch === null ? [] : nodesOf(`${id}/`, branch)
}

const nodesOf = (before: string, nodes: Shelf): TreeNode[] =>
  Object.entries(nodes).map(([name, inner]) => ({
    id: before + name,
    label: name,
    isBranch: inner !== null,
  }))
