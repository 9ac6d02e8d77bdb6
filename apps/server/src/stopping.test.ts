// The end of a life and the beginning of the next: nothing that was acknowledged is lost on the way.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startApp } from './app.ts'
import { loadConfig } from './config.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { json, signIn } from '../../../tests/support/browser.ts'
import { engine } from '../../../tests/support/database.ts'
import { isRefused } from '../../../tests/support/refused.ts'

describe('stopping', () => {
  function startUpload(target: TestApp, path: string, size: number): ClientRequest {
    const upload = request(new URL(path, target.url), {
      method: 'PUT',
      auth: `admin:${target.admin.password}`,
      // Answered as soon as the server has the headers: by then the upload is running.
      headers: { 'content-length': size, expect: '100-continue' },
    })
    upload.write('a'.repeat(size / 2))
    return upload
  }

  test('J18: finishes what is running, refuses what is new, and loses nothing', async () => {
    const stopped = await startTestApp()
    try {
      const size = 64 * 1024
      const uploads = Array.from({ length: 20 }, (_, index) =>
        startUpload(stopped, `/artifactory/generic-local/${index}.txt`, size),
      )
      const replies = uploads.map((upload) => once(upload, 'response') as Promise<[IncomingMessage]>)
      await Promise.all(uploads.map((upload) => once(upload, 'continue')))
      const address = stopped.url
      const restarted = stopped.restart()
      await expect.poll(() => isRefused(`${address}/artifactory/api/system/ping`)).toBe(true)
      for (const upload of uploads) upload.end('b'.repeat(size / 2))
      const statuses = (await Promise.all(replies)).map(([reply]) => (reply.resume(), reply.statusCode))
      expect(statuses).toEqual(uploads.map(() => 201))
      await restarted
      for (const index of uploads.keys()) {
        const stored = await (await stopped.fetch(`/artifactory/generic-local/${index}.txt`)).text()
        expect(stored).toBe('a'.repeat(size / 2) + 'b'.repeat(size / 2))
      }
    } finally {
      await stopped.close()
    }
  })

  test('cuts off what does not end in time, and leaves nothing of it', async () => {
    const stopped = await startTestApp({ env: { BINDERY_SHUTDOWN_TIMEOUT: '1 s' } })
    try {
      const upload = startUpload(stopped, '/artifactory/generic-local/endless.txt', 1 << 20)
      const broken = once(upload, 'error')
      await once(upload, 'continue')
      await stopped.restart()
      await broken
      expect((await stopped.fetch('/artifactory/generic-local/endless.txt')).status).toBe(404)
      expect(readdirSync(join(stopped.home, 'blobs', 'tmp'))).toEqual([])
    } finally {
      await stopped.close()
    }
  })
})

test.skipIf(engine === 'postgres')(
  'a second start on the same folder is refused, and the first goes on (several processes share a PostgreSQL)',
  async () => {
    const first = await startTestApp()
    try {
      const env = {
        BINDERY_HOME: first.home,
        BINDERY_HOST: '127.0.0.1',
        BINDERY_PORT: '0',
        BINDERY_LOG_CONSOLE: 'off',
      }
      await expect(startApp(loadConfig({ env }))).rejects.toThrow(
        `Another Bindery is running on this data folder (process ${process.pid}). Stop it, or set BINDERY_HOME to another folder.`,
      )
      expect((await first.fetch('/ui/api/v1/users')).status).toBe(200)
    } finally {
      await first.close()
    }
  },
)

test('what was acknowledged is there after a restart: users, sessions, repositories, packages, files', async () => {
  const kept = await startTestApp()
  try {
    const ann = await kept.user({ name: 'ann', grants: [{ action: 'read', repository: '*' }] })
    const { cookie } = await signIn(kept, ann)
    await kept.fetch('/ui/api/v1/repositories', json('POST', { key: 'kept', kind: 'local', format: 'npm' }))
    await kept.publish('npm', 'kept-package', '1.0.0', { repository: 'kept' })
    await kept.publish('generic', 'notes', '1', { path: 'deep/notes.txt', content: 'hello' })
    await kept.restart()
    const page = await kept.anonymous('/ui/api/v1/packages', { headers: { cookie } })
    expect(await page.json()).toMatchObject({
      total: 1,
      items: [{ id: 'npm://kept-package', repositories: ['kept'] }],
    })
    expect(await (await kept.as(ann)('/artifactory/generic-local/deep/notes.txt')).text()).toBe('hello')
    expect((await kept.as(ann)('/artifactory/api/npm/kept/kept-package')).status).toBe(200)
  } finally {
    await kept.close()
  }
})
