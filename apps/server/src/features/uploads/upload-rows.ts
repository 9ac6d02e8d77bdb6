// Uploads as rows. A token is known by its hash only; whoever has it may go on with the upload and do nothing else.
import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { uploadStates } from '@bindery/contracts'
import { forbidden } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { UploadRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Services } from '../feature.ts'

type UploadState = (typeof uploadStates)[number]

export interface Upload extends UploadRow {
  state: UploadState
}

interface NewUpload {
  repository: string
  path: string
  userName: string
  partLimit: number
}

const digest = (text: string) => hash('sha256', text)

/** Stands in the addresses of parts, which end up in logs: good for sending parts only. */
export const ticketOf = (token: string): string => digest(`parts of ${token}`)

/** Returns the token. */
export async function insertUpload({ database, clock }: Services, wanted: NewUpload): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now().toISOString()
  await transaction(database, (db) =>
    db
      .insertInto('uploads')
      .values({
        id: newId(),
        token_hash: digest(token),
        ticket_hash: digest(ticketOf(token)),
        repository: wanted.repository,
        path: wanted.path,
        user_name: wanted.userName,
        part_limit: wanted.partLimit,
        state: 'QUEUED',
        error: null,
        sha1: null,
        sha256: null,
        created_at: now,
        touched_at: now,
      })
      .execute(),
  )
  return token
}

export const tokenOf = ({ headers }: IncomingMessage): string =>
  /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

export const getUploadByToken = (db: Db, token: string): Promise<Upload> => getUpload(db, 'token_hash', token)

export const getUploadByTicket = (db: Db, ticket: string): Promise<Upload> =>
  getUpload(db, 'ticket_hash', ticket)

async function getUpload(db: Db, column: 'token_hash' | 'ticket_hash', secret: string): Promise<Upload> {
  const row = await db.selectFrom('uploads').selectAll().where(column, '=', digest(secret)).executeTakeFirst()
  if (!row) throw forbidden('No upload goes by this token, or it has expired. Begin a new one.')
  // Only this file and finish.ts write states.
  return row as Upload
}

/** Notes that somebody goes on with it. */
export const touchUpload = (services: Services, id: string): Promise<boolean> =>
  changeUpload(services, id, uploadStates, {})

/** False when it is in none of these states any more: then nothing happens. */
export function changeUpload(
  { database, clock }: Services,
  id: string,
  from: readonly UploadState[],
  change: Partial<Pick<Upload, 'state' | 'error' | 'sha1' | 'sha256'>>,
  and?: (db: Db) => Promise<unknown>,
): Promise<boolean> {
  const touched_at = clock.now().toISOString()
  return transaction(database, async (db) => {
    const row = db.updateTable('uploads').where('id', '=', id)
    // Nobody else changes it from here on.
    const held = await row.set({ touched_at }).where('state', 'in', from).returning('id').executeTakeFirst()
    if (!held) return false
    // Before the change, which may name what this writes.
    await and?.(db)
    await row.set({ ...change, touched_at }).execute()
    return true
  })
}
