// Measures several sides one after the other, again and again, so that a busy moment of the machine hits
// all of them, and takes the median of each.
import type { Quiet } from './quiet.ts'

export interface Side {
  name: string
  /** May be called several times in a round. */
  measure(): Promise<number>
}

export async function alternate(sides: Side[], rounds: number, quiet: Quiet): Promise<Map<string, number>> {
  const values = new Map<string, number[]>(sides.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const value = await quiet.measure(() => side.measure())
      values.get(side.name)?.push(value)
    }
  }
  return new Map([...values].map(([name, list]) => [name, median(list)]))
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  const before = sorted[Math.ceil(sorted.length / 2) - 1]
  if (middle === undefined || before === undefined) throw new Error('Nothing was measured')
  return (middle + before) / 2
}
