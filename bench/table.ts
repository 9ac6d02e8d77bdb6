// One row per measure: what Bindery reached, what the peer reached, their ratio and the floor set for it.
export interface Row {
  measure: string
  unit: Unit
  bindery: number
  peer?: { name: string; value: number }
  ratio?: number
  floor?: { text: string; isMet: boolean }
}

export type Unit = '/s' | 'MB/s' | 'ms' | 'MB'

interface Figures {
  measure: string
  unit: Unit
  bindery: number
  peer?: { name: string; value: number }
}

// More is better: the floor is a share of the peer's figure.
export function rateRow(figures: Figures & { peer: { name: string; value: number } }, floor?: number): Row {
  const ratio = figures.bindery / figures.peer.value
  if (floor === undefined) return { ...figures, ratio }
  return { ...figures, ratio, floor: { text: `≥ ${floor}×`, isMet: ratio >= floor } }
}

// Less is better: the floor is a limit for our own figure; the ratio still reads "so many times better".
export function limitRow(figures: Figures, limit?: number): Row {
  const ratio = figures.peer ? { ratio: figures.peer.value / figures.bindery } : {}
  if (limit === undefined) return { ...figures, ...ratio }
  const floor = { text: `< ${limit} ${figures.unit}`, isMet: figures.bindery < limit }
  return { ...figures, ...ratio, floor }
}

// Markdown, so that it can be read in a terminal and pasted into docs/performance.md.
export function renderTable(rows: Row[]): string {
  const cells = [['Measure', 'Bindery', 'Peer', 'Ratio', 'Floor', ''], ...rows.map(renderRow)]
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head, ...body] = cells.map(line)
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}

function renderRow(row: Row): string[] {
  return [
    row.measure,
    renderFigure(row.bindery, row.unit),
    row.peer ? `${row.peer.name} ${renderFigure(row.peer.value, row.unit)}` : '',
    row.ratio === undefined ? '' : `${renderNumber(row.ratio)}×`,
    row.floor?.text ?? '',
    row.floor ? (row.floor.isMet ? '✓' : '✗') : '',
  ]
}

function renderFigure(value: number, unit: Unit): string {
  return `${renderNumber(value)} ${unit}`
}

function renderNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
