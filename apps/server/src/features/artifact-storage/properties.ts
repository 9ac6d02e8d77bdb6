// The properties of an item.
import { AppError } from '../../platform/errors.ts'
import { readProperties } from '../../registry/properties.ts'
import { uriOf, type Asked } from './asked.ts'

export async function readItemProperties(
  asked: Asked,
  keys: readonly string[],
): Promise<{ uri: string; properties: Record<string, string[]> }> {
  const { node } = asked.item
  const all = node ? await readProperties(asked.services.database.db, node.id) : new Map<string, string[]>()
  const wanted = [...all].filter(([key]) => keys.length === 0 || keys.includes(key))
  // Clients take this very sentence as an empty set.
  if (wanted.length === 0) throw new AppError('not-found', 'No properties could be found.')
  return { uri: uriOf(asked), properties: Object.fromEntries(wanted) }
}
