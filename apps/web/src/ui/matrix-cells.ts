export interface Cell {
  row: number
  column: number
}

/** Where a key leads in a grid; undefined for keys that do not move. */
export function nextCell(
  key: string,
  from: Cell,
  rows: number,
  columns: number,
  isWide = false,
): Cell | undefined {
  const { row, column } = from
  const last = { row: rows - 1, column: columns - 1 }
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(row - 1, 0), column }
    case 'ArrowDown':
      return { row: Math.min(row + 1, last.row), column }
    case 'ArrowLeft':
      return { row, column: Math.max(column - 1, 0) }
    case 'ArrowRight':
      return { row, column: Math.min(column + 1, last.column) }
    case 'Home':
      return { row: isWide ? 0 : row, column: 0 }
    case 'End':
      return { row: isWide ? last.row : row, column: last.column }
    default:
      return undefined
  }
}
