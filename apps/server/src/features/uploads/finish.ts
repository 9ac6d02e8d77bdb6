// Putting the parts together, as a job: it may take minutes, and goes on after a restart.
import { AppError } from '../../platform/errors.ts'
import type { StagedBlob } from '../../platform/blobs/blob-store.ts'
import { insertBlob } from '../../registry/nodes.ts'
import type { Services } from '../feature.ts'
import { listParts, readParts, removeParts } from './part-files.ts'
import { changeUpload, type Upload } from './upload-rows.ts'

export const finishJob = 'finish-upload'

export async function finishUpload(services: Services, payload: unknown): Promise<void> {
  // Written by the route that enqueues it.
  const { id } = payload as { id: string }
  const upload = (await services.database.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as Upload | undefined
  if (upload?.state !== 'PROCESSING') return
  try {
    await putTogether(services, upload)
  } catch (error) {
    const refusal = error instanceof AppError ? error : unforeseen(error)
    // A full disk may have room later; what is wrong with the bytes stays wrong.
    const state = refusal.status >= 500 ? 'RETRYABLE_ERROR' : 'NON_RETRYABLE_ERROR'
    await changeUpload(services, id, ['PROCESSING'], { state, error: refusal.message })
    if (state === 'NON_RETRYABLE_ERROR') await removeParts(services.home, id)
    // For the log. Tried again it finds nothing to do: that is for whoever uploads to say.
    if (refusal !== error) throw error
  }
}

const unforeseen = (cause: unknown) =>
  new AppError(
    'internal',
    'The parts could not be put together. Complete it once more, and tell an administrator if that fails, too.',
    { cause },
  )

async function putTogether(services: Services, upload: Upload): Promise<void> {
  const { registry, home, clock } = services
  const parts = await listParts(home, upload.id)
  const staged = await registry.blobs.stage(readParts(home, upload.id, parts), {
    limit: registry.limits.upload,
  })
  try {
    refuseOther(staged, upload.sha1)
    await staged.keep()
    const end = { state: 'FINISHED', sha256: staged.sha256 } as const
    // Not so when somebody gave it up meanwhile.
    await changeUpload(services, upload.id, ['PROCESSING'], end, (db) =>
      insertBlob(db, staged, clock.now().toISOString()),
    )
  } catch (error) {
    await staged.discard()
    throw error
  }
  await removeParts(home, upload.id)
}

function refuseOther(staged: StagedBlob, sha1: string | null): void {
  if (sha1 === null || staged.sha1 === sha1) return
  throw new AppError(
    'checksum-mismatch',
    `The SHA-1 of the parts together is ${staged.sha1}, not ${sha1} as announced. Upload the file again.`,
  )
}
