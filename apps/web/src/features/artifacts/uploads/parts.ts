// Which pieces a file is sent in. Pure.

export interface Part {
  number: number
  start: number
  end: number
}

const megabyte = 1024 * 1024
const mostParts = 10_000

/** Above this a lost connection is worth more than the calls that parts cost. */
export const partsFrom = 24 * megabyte

/** Eight megabytes, or more where ten thousand of them would not do. */
export const partSizeFor = (size: number) => Math.max(8, Math.ceil(size / mostParts / megabyte)) * megabyte

export const partsOf = (size: number, partSize: number): Part[] =>
  Array.from({ length: Math.ceil(size / partSize) }, (_, index) => ({
    number: index + 1,
    start: index * partSize,
    end: Math.min(size, (index + 1) * partSize),
  }))

/** Those that did not arrive whole. */
export function missingParts(parts: readonly Part[], arrived: readonly { number: number; size: number }[]) {
  const sizes = new Map(arrived.map((part) => [part.number, part.size]))
  return parts.filter(({ number, start, end }) => sizes.get(number) !== end - start)
}
