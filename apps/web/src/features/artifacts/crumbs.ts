// Which parts of a long path are named in the path bar. The bar is in a type where all characters are as wide, so what
// fits is counted, not measured.

/** A slash with the room around it, in characters. */
const slash = 2.6

/** How many places after the first are left out, so that the others fit into so many characters. */
export function leftOut(names: readonly string[], room: number): number {
  const [first = '', ...others] = names
  const most = Math.max(0, others.length - 1)
  let out = 0
  const width = () =>
    first.length +
    (out === 0 ? 0 : slash + 1) +
    others.slice(out).reduce((sum, name) => sum + slash + name.length, 0)
  while (out < most && width() > room) out++
  return out
}
