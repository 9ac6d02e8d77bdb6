// The newest item at or below a path.
import { can } from '../../access/rules/permissions.ts'
import { storageUrl } from '../../registry/item-json.ts'
import { isInTree } from '../../registry/nodes.ts'
import { uriOf, type Asked } from './asked.ts'

export async function lastModified(asked: Asked): Promise<{ uri: string; lastModified: string }> {
  const { services, actor, origin, place, item } = asked
  const rows = await services.database.db
    .selectFrom('nodes')
    .select(['path', 'modified_at', 'repository_id'])
    .where(
      'repository_id',
      'in',
      place.members.map(({ id }) => id),
    )
    .where('kind', '=', 'file')
    .where(isInTree(place.path))
    .orderBy('modified_at', 'desc')
    .limit(1000)
    .execute()
  const newest = rows.find(({ path, repository_id }) => {
    const repository = place.members.find(({ id }) => id === repository_id)
    return repository !== undefined && can(actor, 'read', repository, path)
  })
  if (!newest) return { uri: uriOf(asked), lastModified: item.node?.modified_at ?? item.repository.createdAt }
  return { uri: storageUrl(origin, place.asked.key, newest.path), lastModified: newest.modified_at }
}
