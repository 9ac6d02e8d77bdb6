import { uploads, uploadStates } from '@bindery/contracts'
import { badRequest, conflict } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { checkPath } from '../../registry/paths.ts'
import { requireHandled } from '../../registry/patterns.ts'
import { resolve } from '../../registry/resolve-repository.ts'
import { implement, type Services } from '../feature.ts'
import { finishJob } from './finish.ts'
import { listParts, removeParts, writePart, type Part } from './part-files.ts'
import {
  changeUpload,
  getUploadByTicket,
  getUploadByToken,
  insertUpload,
  ticketOf,
  tokenOf,
  touchUpload,
  type Upload,
} from './upload-rows.ts'

/** Admitted by the upload's own token. */
const byToken = { allow: 'public', hasOwnCredentials: true } as const

export const endpoints = implement(uploads, {
  config: { allow: 'browse', handle: () => ({ supported: true }) },
  create: {
    allow: 'signed-in',
    handle: async ({ query, actor }, services) => {
      const path = checkPath(query.repoPath.replace(/^\//, ''))
      requireHandled(await resolve(services.registry, query.repoKey, actor, 'deploy', path), path)
      const partLimit = query.partSizeMB * 1024 * 1024
      return {
        token: await insertUpload(services, {
          repository: query.repoKey,
          path,
          userName: actor.name,
          partLimit,
        }),
      }
    },
  },
  urlPart: {
    ...byToken,
    handle: async ({ query, raw, origin }, { database }) => {
      const token = tokenOf(raw)
      refuseOver(await getUploadByToken(database.db, token))
      return {
        url: `${origin}/artifactory/api/v1/uploads/parts/${ticketOf(token)}/${query.partNumber}`,
      }
    },
  },
  part: {
    ...byToken,
    handle: async ({ params, raw }, services) => {
      const upload = await getUploadByTicket(services.database.db, params.ticket)
      refuseOver(upload)
      const body = raw.iterator({ destroyOnReturn: false })
      await writePart(services.home, upload.id, params.number, body, {
        limit: upload.part_limit,
        // It may have taken long to arrive.
        async beforeKept() {
          refuseOver(await getUploadByTicket(services.database.db, params.ticket))
        },
      })
      await touchUpload(services, upload.id)
    },
  },
  complete: {
    ...byToken,
    handle: ({ query, raw }, services) => complete(services, tokenOf(raw), query.sha1?.toLowerCase() ?? null),
  },
  status: {
    ...byToken,
    worksReadOnly: true,
    handle: async ({ raw }, services) => statusOf(services, tokenOf(raw)),
  },
  abort: {
    ...byToken,
    handle: async ({ raw }, services) => {
      const upload = await getUploadByToken(services.database.db, tokenOf(raw))
      const unfinished = uploadStates.filter((state) => state !== 'FINISHED')
      if (!(await changeUpload(services, upload.id, unfinished, { state: 'ABORTED' })))
        throw conflict('The upload is finished already. Delete the file instead, if it was deployed.')
      await removeParts(services.home, upload.id)
    },
  },
})

async function complete(services: Services, token: string, sha1: string | null): Promise<void> {
  const { db } = services.database
  const upload = await getUploadByToken(db, token)
  if (isComplete(upload)) return
  refuseOver(upload)
  const parts = await listParts(services.home, upload.id)
  // Whoever asks twice at once: the first may have finished it since, and its parts are gone.
  if (isComplete(await getUploadByToken(db, token))) return
  requireAll(parts)
  // From here on nothing more is taken: what is put together is what was there when it was asked for.
  await changeUpload(services, upload.id, open, { state: 'PROCESSING', error: null, sha1 }, (tx) =>
    enqueue(tx, finishJob, { id: upload.id }, { id: `${finishJob}:${upload.id}` }),
  )
}

const isComplete = ({ state }: Upload) => state === 'PROCESSING' || state === 'FINISHED'

/** In these it takes parts, and can be completed. */
const open = ['QUEUED', 'RETRYABLE_ERROR'] as const

function refuseOver({ state, error }: Upload): void {
  if (open.some((one) => one === state)) return
  throw conflict(`The upload takes no more: it is ${state}. ${error ?? 'Begin a new one.'}`)
}

function requireAll(parts: readonly Part[]): void {
  const missing = parts.findIndex(({ number }, index) => number !== index + 1)
  if (parts.length === 0 || missing >= 0)
    throw badRequest(`Part ${missing < 0 ? 1 : missing + 1} has not arrived. Send it, then complete again.`)
}

async function statusOf(services: Services, token: string) {
  const upload = await getUploadByToken(services.database.db, token)
  const { state, error, sha256 } = upload
  return {
    status: state,
    ...(error !== null && { error }),
    progress: state === 'FINISHED' ? 100 : state === 'PROCESSING' ? 50 : 0,
    // The token itself: whoever has it may deploy what it brought.
    ...(sha256 !== null && { checksumToken: token, sha256 }),
    parts: await listParts(services.home, upload.id),
  }
}
