// Ids and digests of rows, worked out by the database from a number.
import type { Bulk } from './bulk.ts'

const kinds = { repository: '0', file: '1', module: '3', build: '4', flat: '5' }

/** As long as the ids of the product, because each is in half a dozen indexes. */
export const idOf = (kind: keyof typeof kinds, hex: string) =>
  `'${kinds[kind]}0000000-0000-7000-8000-' || ${hex}`

export const repositoryId = (hex: string) => idOf('repository', hex)

/** Scattered like real digests; two files in a row share their bytes. */
export const digest = (hex: Bulk['hex'], length: number, file = 'i') =>
  `${hex(`(${file} / 2) * 2654435761 % 4294967296`, 8)} || ${hex(`${file} / 2`, length - 8)}`
