// The handle outside transactions refuses to write, on both engines, where only one of them would by itself.
import type { KyselyPlugin } from 'kysely'

const writes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])

export const writeGuard: KyselyPlugin = {
  transformQuery({ node }) {
    if (writes.has(node.kind)) throw new Error('Writes go through transaction(), which makes them durable.')
    return node
  },
  transformResult: async ({ result }) => result,
}
