// Paging, and the `can` map carried by resources.
import { z } from 'zod'

export const pageSize = 100

export const PageQuery = z.object({
  after: z.string().max(2048).optional().describe('The endCursor of the page before'),
  limit: z.coerce.number().int().min(1).max(pageSize).default(pageSize),
})
export type PageQuery = z.infer<typeof PageQuery>

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number().int().describe('-1 when it is not known'),
    hasNextPage: z.boolean(),
    endCursor: z.string().nullable(),
  })

export interface Page<T> {
  items: T[]
  total: number
  hasNextPage: boolean
  endCursor: string | null
}

/** What the reader may do with the object, by the name of the action. */
export const Abilities = z.record(z.string(), z.boolean())
