// The letters: when the minutes are over, one for each followed place, to those who want letters and may still read there.
import { followMailPreference } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { loadActor } from '../../access/rules/load-actor.ts'
import type { FollowNewsRow, FollowRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { enqueueLetter, writeLetter, type Letter } from '../../platform/mail/letters.ts'
import { mailServer } from '../../platform/mail/settings.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { lastPlace } from './news.ts'
import { describeTarget, isReadable } from './target.ts'

export { tellJob } from './news.ts'

export async function tellFollowers(services: Services, payload: unknown): Promise<void> {
  // Written by addNews.
  const { news } = payload as { news: string[] }
  const letters = await writeLetters(services, news)
  await transaction(services.database, async (db) => {
    const closed = await db
      .updateTable('follow_news')
      .set({ is_open: 0 })
      .where('is_open', '=', 1)
      .where('id', 'in', news)
      .returning('id')
      .execute()
    // A job may run twice; what was closed before has its letter.
    for (const { id } of closed) {
      const letter = letters.get(id)
      if (letter) await enqueueLetter(db, services.access.vault, letter)
    }
  })
}

async function writeLetters(services: Services, news: readonly string[]): Promise<Map<string, Letter>> {
  const letters = new Map<string, Letter>()
  const server = await services.access.live.get(mailServer)
  if (!server.isEnabled) return letters
  const repositories = await listRepositories(services.registry)
  const base = (server.baseUrl || services.baseUrl || '').replace(/\/+$/, '')
  for (const row of await wantedLetters(services, news)) {
    const actor = await loadActor(services.access, row.user_id)
    if (!actor || row.email === null || !isReadable(repositories, actor, row)) continue
    letters.set(row.news_id, letterTo(row.email, base, repositories, actor, row))
  }
  return letters
}

const wantedLetters = ({ database }: Services, news: readonly string[]) =>
  database.db
    .selectFrom('follow_news')
    .innerJoin('follows', 'follows.id', 'follow_news.follow_id')
    .innerJoin('users', 'users.id', 'follows.user_id')
    .leftJoin('preferences', (join) =>
      join.onRef('preferences.user_id', '=', 'users.id').on('preferences.key', '=', followMailPreference),
    )
    .select(['follow_news.id as news_id', 'added', 'removed', 'annotated', 'actor'])
    .select(['follow_news.repository', 'follow_news.path as last_path', 'users.email', 'follows.user_id'])
    .select(['repository_id', 'format', 'package', 'follows.path'])
    .where('follow_news.id', 'in', news)
    .where('is_open', '=', 1)
    .where('users.email', 'is not', null)
    .where((eb) => eb.or([eb('preferences.value', 'is', null), eb('preferences.value', '<>', 'false')]))
    .execute()

type Row = Pick<FollowNewsRow, 'added' | 'removed' | 'annotated' | 'actor' | 'repository'> &
  Pick<FollowRow, 'repository_id' | 'format' | 'package' | 'path'> & { last_path: string }

function letterTo(
  to: string,
  base: string,
  repositories: readonly Repository[],
  actor: Actor,
  row: Row,
): Letter {
  const target = describeTarget(repositories, row)
  const name =
    target.package === '' ? [target.repository, target.path].filter(Boolean).join('/') : row.package
  const last = lastPlace(repositories, actor, row.repository, row.last_path)
  return writeLetter({
    to,
    subject: `${name}: ${amounts(row)}`,
    before: [
      `There is news of ${name}, which you follow: ${amounts(row)}.`,
      ...(last ? [`Last: ${last.repository}/${last.path}, by ${row.actor}.`] : []),
    ],
    ...(base !== '' && { action: { label: `Open ${name}`, url: base + addressOf(target) } }),
    after: ['Your profile says what you follow and whether you get letters about it.'],
  })
}

const amounts = ({ added, removed, annotated }: Row) =>
  [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(annotated > 0 ? [`${annotated} with other properties`] : []),
  ].join(', ')

const addressOf = ({ repository, path, package: id }: ReturnType<typeof describeTarget>) =>
  id === ''
    ? `/ui/repos/tree/General/${[repository, ...path.split('/')].filter(Boolean).map(encodeURIComponent).join('/')}`
    : `/ui/packages/${encodeURIComponent(id)}`
