/** Paths, addresses and digests lose their middle, because both ends identify them. */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const head = Math.ceil((length - 1) / 2)
  return `${text.slice(0, head)}…${text.slice(text.length - (length - 1 - head))}`
}
