/** The name that was probably meant, if one is close enough to suggest it. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const wanted = given.toLowerCase()
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance < (best?.distance ?? Infinity)) best = { name, distance }
  }
  return best && best.distance <= Math.max(2, wanted.length / 3) ? best.name : undefined
}

/** How many letters must be added, removed, replaced or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
