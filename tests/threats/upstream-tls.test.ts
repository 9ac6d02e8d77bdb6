// Upstreams with certificates that prove nothing: not asked, and no switch in the environment changes that.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { makeRepository } from '../support/repositories.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-upstream-tls-'))
const servers: Server[] = []
const authorities = tls.getCACertificates()
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
})

afterAll(async () => {
  tls.setDefaultCACertificates(authorities)
  await app.close()
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

interface Certificate {
  name: string
  for: string
  /** From now on; negative for one that is over. */
  days: number
  isTrusted: boolean
}

async function serve({ name, for: address, days, isTrusted }: Certificate): Promise<string> {
  const file = (kind: string) => join(folder, `${name}-${kind}.pem`)
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${address}`]
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  run('req', '-x509', ...curve, ...subject, '-keyout', file('key'), '-out', file('first'))
  run(
    'x509',
    '-in',
    file('first'),
    '-signkey',
    file('key'),
    '-days',
    String(days),
    '-out',
    file('certificate'),
  )
  const [key, cert] = [readFileSync(file('key'), 'utf8'), readFileSync(file('certificate'), 'utf8')]
  if (isTrusted) tls.setDefaultCACertificates([...tls.getCACertificates(), cert])
  const server = createServer({ key, cert }, (_request, response) => response.end('secure'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const here = 'IP:127.0.0.1'
const bad: Certificate[] = [
  { name: 'self-signed', for: here, days: 2, isTrusted: false },
  { name: 'expired', for: here, days: -1, isTrusted: true },
  { name: 'of another name', for: 'DNS:other.example', days: 2, isTrusted: true },
]

test('C11: a good certificate of an authority of this machine is taken', async () => {
  const url = await serve({ name: 'good', for: here, days: 2, isTrusted: true })
  await makeRepository(app, 'tls-good', 'remote', { url })
  expect(await (await app.fetch('/artifactory/tls-good/file.txt')).text()).toBe('secure')
})

test('C11: an authority that a repository names is trusted by that repository alone', async () => {
  const url = await serve({ name: 'private', for: here, days: 2, isTrusted: false })
  const caCertificate = readFileSync(join(folder, 'private-certificate.pem'), 'utf8')
  await makeRepository(app, 'tls-private', 'remote', { url, caCertificate })
  await makeRepository(app, 'tls-other', 'remote', { url })
  expect((await app.fetch('/artifactory/tls-other/file.txt')).status).toBe(502)
  expect(await (await app.fetch('/artifactory/tls-private/file.txt')).text()).toBe('secure')
  // Reading all authorities of the machine anew for each connection would hold everybody up.
  const made = vi.spyOn(tls, 'createSecureContext')
  const files = Array.from({ length: 5 }, (_, index) => app.fetch(`/artifactory/tls-private/${index}.txt`))
  for (const reply of await Promise.all(files)) expect(await reply.text()).toBe('secure')
  expect(made.mock.calls.filter(([options]) => options?.ca !== undefined)).toEqual([])
  made.mockRestore()
  const tried = async (body: object) =>
    app.fetch('/ui/api/v1/repository-upstream/test', json('POST', { url, ...body }))
  expect(await (await tried({})).json()).toMatchObject({ outcome: 'failed' })
  expect(await (await tried({ caCertificate })).json()).toMatchObject({ outcome: 'passed' })
  const withKey = `${caCertificate}${readFileSync(join(folder, 'private-key.pem'), 'utf8')}`
  for (const wrong of ['trust me', withKey, caCertificate.replace(/\n\S{40}/, '\nx')]) {
    const refused = [
      await tried({ caCertificate: wrong }),
      await app.fetch('/artifactory/api/repositories/tls-private', json('POST', { caCertificate: wrong })),
    ]
    for (const reply of refused)
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('PEM text')])
  }
})

test.each(bad)(
  'C11: a certificate that is $name is refused, whatever the environment says',
  async (given) => {
    const url = await serve(given)
    const key = `tls-${given.name.replaceAll(' ', '-')}`
    await makeRepository(app, key, 'remote', { url, assumedOfflinePeriodSecs: 0 })
    for (const reject of [undefined, '0']) {
      if (reject !== undefined) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = reject
      try {
        expect((await app.fetch(`/artifactory/${key}/file.txt`)).status).toBe(502)
      } finally {
        delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      }
    }
    expect((await app.fetch(`/artifactory/${key}-cache/file.txt`)).status).toBe(404)
  },
)
