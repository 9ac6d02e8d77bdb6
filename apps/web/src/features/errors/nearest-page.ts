import type { MessageId } from '../../lib/messages.ts'

interface Page {
  path: string
  label: MessageId
}

const pages: Page[] = [
  { path: '/packages', label: 'shell.packages' },
  { path: '/admin/repositories', label: 'shell.repositories' },
]

/** The page whose address is a few typing mistakes away. */
export function nearestPage(path: string): Page | undefined {
  const typed = path.toLowerCase().replace(/\/+$/, '')
  const found = pages
    .flatMap((page) =>
      addressesOf(page.path).map((address) => ({ page, distance: distance(typed, address) })),
    )
    .filter((one) => one.distance <= Math.max(2, Math.floor(typed.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return found[0]?.page
}

// People also leave the area out: /repositories.
const addressesOf = (path: string) => [path, path.slice(path.lastIndexOf('/'))]

/** Levenshtein: how many letters have to be added, dropped or changed. */
export function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = row
  }
  return before[b.length] ?? 0
}
