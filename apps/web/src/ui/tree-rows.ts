// The rules of a tree without its looks: which rows are in sight, and where a key leads.

export interface TreeNode {
  id: string
  label: string
  /** Whether it may have children; they are asked for when it is opened. */
  isBranch: boolean
}

/** Children by the id of their parent; open branches without an entry are still on their way. */
export interface TreeState {
  open: ReadonlySet<string>
  children: ReadonlyMap<string, TreeNode[]>
}

export interface TreeRow {
  node: TreeNode
  parent: string | undefined
  level: number
  position: number
  size: number
}

export function visibleRows(roots: TreeNode[], state: TreeState): TreeRow[] {
  return rowsOf(roots, state, undefined, 1)
}

function rowsOf(nodes: TreeNode[], state: TreeState, parent: string | undefined, level: number): TreeRow[] {
  return nodes.flatMap((node, index) => [
    { node, parent, level, position: index + 1, size: nodes.length },
    ...(state.open.has(node.id) ? rowsOf(state.children.get(node.id) ?? [], state, node.id, level + 1) : []),
  ])
}

type TreeStep = { go: string } | { toggle: string } | undefined

/** The tree pattern of ARIA: right opens and goes in, left closes and goes out, a letter finds a name. */
export function stepOf(key: string, rows: TreeRow[], current: string, open: ReadonlySet<string>): TreeStep {
  const index = rows.findIndex(({ node }) => node.id === current)
  const row = rows[index]
  if (row === undefined) return undefined
  const isOpen = open.has(current)
  const first = rows[index + 1]
  switch (key) {
    case 'ArrowDown':
      return goTo(first)
    case 'ArrowUp':
      return goTo(rows[index - 1])
    case 'Home':
      return goTo(rows[0])
    case 'End':
      return goTo(rows.at(-1))
    case 'ArrowRight':
      if (!row.node.isBranch) return undefined
      return isOpen ? goTo(first?.parent === current ? first : undefined) : { toggle: current }
    case 'ArrowLeft':
      if (isOpen) return { toggle: current }
      return row.parent === undefined ? undefined : { go: row.parent }
    case 'Enter':
    case ' ':
      return row.node.isBranch ? { toggle: current } : undefined
    default:
      return key.length === 1 ? goTo(findName(key, rows, index)) : undefined
  }
}

const goTo = (row: TreeRow | undefined): TreeStep => (row === undefined ? undefined : { go: row.node.id })

function findName(letter: string, rows: TreeRow[], from: number): TreeRow | undefined {
  const isMatch = ({ node }: TreeRow) => node.label.toLowerCase().startsWith(letter.toLowerCase())
  return rows.slice(from + 1).find(isMatch) ?? rows.slice(0, from).find(isMatch)
}
