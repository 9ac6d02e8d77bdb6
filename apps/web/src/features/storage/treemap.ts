// A treemap: rectangles whose areas are the shares, each as square as its neighbours allow. Pure.
// https://www.win.tue.nl/~vanwijk/stm.pdf

interface Tile<T> {
  item: T
  left: number
  top: number
  width: number
  height: number
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** In the units of the box. What has no size has no tile; largest first. */
export function treemap<T>(items: readonly T[], sizeOf: (item: T) => number, width: number, height: number) {
  const sorted = items.filter((item) => sizeOf(item) > 0).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const total = sorted.reduce((sum, item) => sum + sizeOf(item), 0)
  const areaOf = (item: T) => (sizeOf(item) / total) * width * height
  const tiles: Tile<T>[] = []
  let rest: Box = { left: 0, top: 0, width, height }
  for (let start = 0; start < sorted.length;) {
    const side = Math.min(rest.width, rest.height)
    let end = start + 1
    while (end < sorted.length && worst(areas(start, end + 1), side) <= worst(areas(start, end), side)) end++
    rest = place(sorted.slice(start, end), rest)
    start = end
  }
  return tiles

  function areas(from: number, to: number): number[] {
    return sorted.slice(from, to).map(areaOf)
  }

  /** One row along the shorter side; returns what is left of the box. */
  function place(row: T[], box: Box): Box {
    const area = row.reduce((sum, item) => sum + areaOf(item), 0)
    const isColumn = box.width >= box.height
    const depth = area / (isColumn ? box.height : box.width)
    let at = isColumn ? box.top : box.left
    for (const item of row) {
      const length = areaOf(item) / depth
      tiles.push(
        isColumn
          ? { item, left: box.left, top: at, width: depth, height: length }
          : { item, left: at, top: box.top, width: length, height: depth },
      )
      at += length
    }
    return isColumn
      ? { ...box, left: box.left + depth, width: box.width - depth }
      : { ...box, top: box.top + depth, height: box.height - depth }
  }
}

/** How far from square the worst of a row is. */
function worst(areas: readonly number[], side: number): number {
  const sum = areas.reduce((all, area) => all + area, 0)
  return Math.max(
    ...areas.map((area) => Math.max((side * side * area) / sum ** 2, sum ** 2 / (side * side * area))),
  )
}
