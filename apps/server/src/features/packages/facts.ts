import type { Facts } from '../../registry/format.ts'

const none: Omit<Facts, 'readme'> = {
  description: null,
  licence: null,
  homepage: null,
  source: null,
  keywords: [],
  deprecated: null,
  dependencies: [],
}

/** The facts column of a version; only the engine writes it. */
export const readFacts = (json: string | undefined): Omit<Facts, 'readme'> =>
  json === undefined ? none : { ...none, ...(JSON.parse(json) as Partial<Facts>) }
