import { transfers } from '@bindery/contracts'
import { audit } from '../../access/audit.ts'
import type { Actor } from '../../access/actor.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { renderApiError } from '../../platform/http/replies.ts'
import { json } from '../../platform/http/wire.ts'
import { parseAddress } from '../../registry/items.ts'
import { checkPath } from '../../registry/paths.ts'
import type { Registry } from '../../registry/registry.ts'
import { measureRepository } from '../../registry/repository-size.ts'
import { resolve } from '../../registry/resolve-repository.ts'
import { transferItems } from '../../registry/transfer/transfer.ts'
import { getTrash, trashSettings } from '../../registry/trash/repository.ts'
import { restore } from '../../registry/trash/restore.ts'
import { cleanTrash } from '../../registry/trash/trash.ts'
import { implement, type HandlerOf } from '../feature.ts'

const transferBy = (kind: 'copy' | 'move'): HandlerOf<typeof transfers, 'copy'> => ({
  allow: 'signed-in',
  handle: ({ params, query, actor, requestId }, { registry }) =>
    transfer(registry, actor, kind, params.path, query)
      .then((message) => tell(message))
      .catch((error: unknown) => refuse(error, requestId)),
})

export const endpoints = implement(transfers, {
  copy: transferBy('copy'),
  move: transferBy('move'),
  restore: {
    // What may be done with each file is asked where the files are known.
    allow: 'signed-in',
    handle: async (call, { registry, access, database }) => {
      const { key, path } = parseAddress(call.params.path)
      const to = call.query.to === undefined ? undefined : parseTarget(call.query.to)
      const place = path === '' ? key : `${key}/${path}`
      const message = await restore(registry, call.actor, place, to)
      await transaction(database, (db) => audit(access, db, call, { kind: 'trash.restored', target: place }))
      return tell(message)
    },
  },
  clean: {
    allow: 'administer',
    handle: async (call, { registry, access, database }) => {
      const { key, path } = parseAddress(call.params.path)
      const place = path === '' ? key : `${key}/${path}`
      await cleanTrash(registry, place)
      await transaction(database, (db) => audit(access, db, call, { kind: 'trash.cleaned', target: place }))
      return tell(`${place} was deleted from the trash can for good`)
    },
  },
  empty: {
    allow: 'administer',
    handle: async (call, { registry, access, database }) => {
      await cleanTrash(registry)
      await transaction(database, (db) => audit(access, db, call, { kind: 'trash.emptied' }))
      return tell('The trash can is empty')
    },
  },
  trashSettings: {
    allow: 'administer',
    handle: (_call, { access }) => access.live.get(trashSettings),
  },
  trashState: {
    allow: 'administer',
    handle: async (_call, { access, database, registry }) => {
      const { files, bytes } = await measureRepository(database.db, (await getTrash(registry)).id)
      return { settings: await access.live.get(trashSettings), files, bytes }
    },
  },
  changeTrashSettings: {
    allow: 'administer',
    handle: async (call, { access, database }) => {
      await transaction(database, async (db, after) => {
        await access.live.set(db, after, trashSettings, call.body)
        await audit(access, db, call, { kind: 'trash.settings-changed', detail: call.body })
      })
      return call.body
    },
  },
})

interface Query {
  to: string
  dry?: string | undefined
}

async function transfer(
  registry: Registry,
  actor: Actor,
  kind: 'copy' | 'move',
  rest: string,
  { to, dry }: Query,
): Promise<string> {
  const source = parseAddress(rest)
  const target = parseTarget(to)
  // What may be done to each file is asked where the files are known; here, whether they may know of the repositories.
  const from = await resolve(registry, source.key, actor, 'read')
  const into = await resolve(registry, target.key, actor, 'deploy')
  return transferItems(registry, actor, {
    kind,
    from,
    path: source.path,
    to: into,
    target: target.path,
    isInto: target.isInto,
    isDry: dry !== undefined && dry !== '0' && dry !== 'false',
  })
}

/** `/repository/path`, decoded already as every value of a query is. */
function parseTarget(text: string): { key: string; path: string; isInto: boolean } {
  const [key = '', ...segments] = text.replace(/^\//, '').split('/')
  const path = segments.filter((segment) => segment !== '').join('/')
  checkPath(key)
  return { key, path: path === '' ? '' : checkPath(path), isInto: text.endsWith('/') }
}

const tell = (message: string) => ({ messages: [{ level: 'INFO' as const, message }] })

/** Clients of these calls read refusals from the messages. */
function refuse(error: unknown, requestId: string): PlainReply {
  if (!(error instanceof AppError)) throw error
  const { body } = renderApiError(error, requestId)
  const messages = [{ level: 'ERROR', message: error.message }]
  // Made from JSON a line above.
  const told = { ...(JSON.parse(String(body)) as object), messages }
  return new PlainReply(json(error.status, told, error.headers))
}
