// A query as its text says it: nothing here knows fields, tables or rights.

export const comparisons = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const
export const patterns = ['$match', '$nmatch'] as const
export const relativeDates = ['$before', '$last'] as const
export const caseless = ['$eqic', '$matchic'] as const
export const operators = [...comparisons, ...patterns, ...relativeDates, ...caseless] as const
export type Operator = (typeof operators)[number]

export type Value = string | number | null

/** `at` is the place in the text, for errors that are found later. */
export interface Pair {
  kind: 'pair'
  field: string
  operator: Operator
  value: Value
  at: number
}

/** `msp`: all of them hold for one and the same property. */
export interface Group {
  kind: 'and' | 'or' | 'msp'
  of: Criterion[]
  at: number
}

export type Criterion = Pair | Group

export interface Name {
  text: string
  at: number
}

export interface Query {
  text: string
  domain: Name
  where: Group
  include: Name[]
  sort: { isDescending: boolean; fields: Name[] } | undefined
  offset: number
  limit: number | undefined
  isTransitive: boolean
}

/** A query that the program makes itself, for the searches that have an address of their own. */
export const itemsWhere = (...of: Criterion[]): Query => ({
  text: '',
  domain: { text: 'items', at: 0 },
  where: { kind: 'and', of, at: 0 },
  include: [],
  sort: undefined,
  offset: 0,
  limit: undefined,
  isTransitive: false,
})

export const pair = (field: string, value: Value, operator: Operator = '$eq'): Pair => ({
  kind: 'pair',
  field,
  operator,
  value,
  at: 0,
})

export const anyOf = (...of: Criterion[]): Group => ({ kind: 'or', of, at: 0 })
export const allOf = (...of: Criterion[]): Group => ({ kind: 'and', of, at: 0 })
