// Rights at size: 10,000 users, 1,000 groups, 5,000 permissions. A read that patterns decide about, beside the same read by
// the administrator, whom no rule is asked about; and the rule book alone.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAccess, type Access } from '../../apps/server/src/access/access.ts'
import { systemActor } from '../../apps/server/src/access/actor.ts'
import { loadActor } from '../../apps/server/src/access/rules/load-actor.ts'
import { can, type Resource } from '../../apps/server/src/access/rules/permissions.ts'
import { findUser } from '../../apps/server/src/access/people/users.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { connectDatabase } from '../../apps/server/src/platform/db/connect.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { openVault } from '../../apps/server/src/platform/vault.ts'
import { measureLoad, warmUp } from '../load.ts'
import { binderyPassword, binderyUser, startBindery } from '../peers/bindery.ts'
import { alternate } from '../rounds.ts'
import { limitRow, rateRow, type Row } from '../table.ts'
import type { Times } from './read.ts'

const counts = { users: 10_000, groups: 1_000, permissions: 5_000, groupsOfUser: 20 }
const member = { name: 'member', password: 'Bench-password-1' }
const file = 'docs/team-7/deep/file.txt'

export async function measurePermissions(times: Times): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-rights-'))
  try {
    await prepare(folder)
    fill(join(folder, 'bindery.db'))
    return [...(await measureReads(folder, times)), ...(await measureAlone(folder))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
const admin = basic(binderyUser, binderyPassword)

/** Through the API: the file, the user, and no rule that would open everything. */
async function prepare(folder: string): Promise<void> {
  const server = await startBindery(folder)
  try {
    const origin = new URL(server.registry).origin
    const send = async (method: string, path: string, body?: string) => {
      const headers = { ...admin, 'content-type': 'application/json' }
      const reply = await fetch(origin + path, { method, headers, ...(body === undefined ? {} : { body }) })
      if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${await reply.text()}`)
    }
    await send('PUT', `/artifactory/generic-local/${file}`, 'x'.repeat(1000))
    await send('POST', '/ui/api/v1/users', JSON.stringify(member))
    await send('DELETE', '/ui/api/v1/permissions/Anything')
  } finally {
    await server.stop()
  }
}

/** Rows as the program writes them; ten thousand passwords would take longer than everything else. */
function fill(path: string): void {
  const db = new DatabaseSync(path)
  const now = new Date().toISOString()
  const id = (kind: string, index: number) => `${kind}-${index}`
  db.exec('begin')
  const user = db.prepare(
    'insert into users (id, name, is_admin, must_change_password, created_at) values (?, ?, 0, 0, ?)',
  )
  const group = db.prepare(
    "insert into groups (id, name, description, realm, realm_attributes, is_admin, is_auto_join, privileges, created_at) values (?, ?, '', 'internal', '', 0, 0, '', ?)",
  )
  const membership = db.prepare(
    "insert into memberships (user_id, group_id, source) values (?, ?, 'internal')",
  )
  const memberId = String(db.prepare('select id from users where name = ?').get(member.name)?.['id'])
  for (let index = 0; index < counts.groups; index++) group.run(id('group', index), `group-${index}`, now)
  for (let index = 0; index < counts.users; index++) {
    user.run(id('user', index), `user-${index}`, now)
    for (let step = 0; step < counts.groupsOfUser; step++)
      membership.run(id('user', index), id('group', (index + step * 47) % counts.groups))
  }
  for (let step = 0; step < counts.groupsOfUser; step++) membership.run(memberId, id('group', step * 47))
  fillPermissions(db, now)
  db.exec("update settings set value = '1000' where name in ('access_version', 'rules_version')")
  db.exec('commit')
  db.close()
}

/** Half of them are about the repository that is read, each for a folder of its own. */
function fillPermissions(db: DatabaseSync, now: string): void {
  const permission = db.prepare(
    "insert into permissions (id, name, revision, created_at, modified_at, modified_by) values (?, ?, 1, ?, ?, 'bench')",
  )
  const target = db.prepare(
    "insert into permission_targets (permission_id, section, target, include_patterns, exclude_patterns) values (?, 'artifact', ?, ?, ?)",
  )
  const grant = db.prepare(
    "insert into permission_groups (permission_id, section, group_id, actions) values (?, 'artifact', ?, 'read deploy')",
  )
  for (let index = 0; index < counts.permissions; index++) {
    const permissionId = randomUUID()
    permission.run(permissionId, `permission-${index}`, now, now)
    const key = index % 2 === 0 ? 'generic-local' : `other-${index % 200}`
    target.run(
      permissionId,
      key,
      JSON.stringify([`docs/team-${index}/**`, `**/*.ext${index}`]),
      '["**/secret/**"]',
    )
    for (const step of [0, 311]) grant.run(permissionId, `group-${(index + step) % counts.groups}`)
  }
  const permissionId = randomUUID()
  permission.run(permissionId, 'the one that decides', now, now)
  target.run(permissionId, 'ANY LOCAL', '["docs/*/deep/*.txt"]', '["**/secret/**"]')
  grant.run(permissionId, 'group-0')
}

async function measureReads(folder: string, times: Times): Promise<Row[]> {
  const server = await startBindery(folder)
  try {
    const url = `${new URL(server.registry).origin}/artifactory/generic-local/${file}`
    const started = performance.now()
    const first = await fetch(url, { headers: basic(member.name, member.password) })
    if (first.status !== 200)
      throw new Error(`The member may not read: ${first.status} ${await first.text()}`)
    const firstMs = performance.now() - started
    const side = (name: string, headers: Record<string, string>) => ({
      name,
      async measure() {
        await warmUp({ url, headers })
        return (await measureLoad({ url, headers, seconds: times.seconds })).perSecond
      },
    })
    const sides = [side('member', basic(member.name, member.password)), side('administrator', admin)]
    const rates = await alternate(sides, times.rounds, times.quiet)
    const peer = { name: 'administrator', value: rates.get('administrator') ?? 0 }
    const measure = 'Read decided by patterns, 5,000 permissions'
    return [
      rateRow({ measure, unit: '/s', bindery: rates.get('member') ?? 0, peer }, 0.9),
      limitRow({ measure: 'First read of a member, with the password', unit: 'ms', bindery: firstMs }),
    ]
  } finally {
    await server.stop()
  }
}

/** In this process, without HTTP: how many questions the rule book answers, and how long an actor takes to make. */
async function measureAlone(folder: string): Promise<Row[]> {
  const log = createLog({
    folder: join(folder, 'log'),
    level: 'error',
    console: 'off',
    maxSize: 1 << 20,
    maxFiles: 1,
  })
  const database = await connectDatabase({
    file: join(folder, 'bindery.db'),
    log: log.service('artifactory'),
  })
  try {
    const settings = { anonymousAccess: false, sessionHours: 1, sessionIdleMinutes: 1, rememberMeDays: 0 }
    const access = createAccess({
      database,
      clock: systemClock,
      settings,
      vault: openVault(Buffer.alloc(32)),
    })
    const row = await findUser(database.db, member.name)
    const cold = await timeOf(() => loadActor(access, row?.id ?? ''))
    const again = await rebuildTime(access, row?.id ?? '')
    const actor = await loadActor(access, row?.id ?? '')
    if (!actor) throw new Error('The member is gone')
    const repository: Resource = { key: 'generic-local', kind: 'local' }
    const ask = (who: typeof actor, path: string) => rateOf(() => can(who, 'read', repository, path))
    const peer = { name: 'administrator', value: ask(systemActor, file) }
    return [
      rateRow({
        measure: `can(), ${actor.rules.all.length} rules of the member`,
        unit: '/s',
        bindery: ask(actor, file),
        peer,
      }),
      rateRow({ measure: 'can(), refused', unit: '/s', bindery: ask(actor, 'no/where'), peer }),
      limitRow({ measure: 'Actor of a member, read for the first time', unit: 'ms', bindery: cold }),
      limitRow({ measure: 'Actor after somebody else’s group changed', unit: 'ms', bindery: again }),
    ]
  } finally {
    await database.close()
    await log.close()
  }
}

async function rebuildTime(access: Access, userId: string): Promise<number> {
  access.generation++
  return timeOf(() => loadActor(access, userId))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function rateOf(ask: () => boolean): number {
  for (let index = 0; index < 20_000; index++) ask()
  const started = performance.now()
  let asked = 0
  while (performance.now() - started < 500) {
    for (let index = 0; index < 1000; index++) ask()
    asked += 1000
  }
  return asked / ((performance.now() - started) / 1000)
}
