/**
 * Whether every word of the question is somewhere. Undefined: no. Empty: in the label. Else: the other words that were needed.
 */
export function find(query: string, label: string, others: string): string | undefined {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const name = label.toLowerCase()
  const missing = wanted.filter((word) => !name.includes(word))
  if (missing.length === 0) return ''
  const alternatives = others.split(',').map((word) => word.trim())
  const found = missing.map((word) => alternatives.find((other) => other.toLowerCase().includes(word)))
  return found.includes(undefined) ? undefined : [...new Set(found)].join(', ')
}
