// How often a file was fetched. Counts reach the database every few seconds.
import type { ItemStats } from '@bindery/contracts'
import type { z } from 'zod'
import { uriOf, type Asked } from './asked.ts'

export async function readStats(asked: Asked): Promise<z.output<typeof ItemStats>> {
  const row = await asked.services.database.db
    .selectFrom('node_stats')
    .selectAll()
    .where('node_id', '=', asked.item.node?.id ?? '')
    .executeTakeFirst()
  return {
    uri: uriOf(asked),
    downloadCount: row?.downloads ?? 0,
    lastDownloaded: row ? Date.parse(row.downloaded_at) : 0,
    ...(row && { lastDownloadedBy: row.downloaded_by }),
    remoteDownloadCount: 0,
    remoteLastDownloaded: 0,
  }
}
