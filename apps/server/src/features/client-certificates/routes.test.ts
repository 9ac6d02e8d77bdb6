// Upstreams that ask for a certificate: a real server that takes none but those of its own authority.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls, { type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-client-certificates-'))
const authorities = tls.getCACertificates()
const servers: Server[] = []
let app: TestApp
let upstream: string
let elsewhere: string

const file = (name: string) => join(folder, `${name}.pem`)
const read = (name: string) => readFileSync(file(name), 'utf8')
const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A certificate of its own authority, or of the one that is named. */
function certify(name: string, by?: string): void {
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  const signer = by === undefined ? [] : ['-CA', file(`${by}-certificate`), '-CAkey', file(`${by}-key`)]
  const made = ['-keyout', file(`${name}-key`), '-out', file(`${name}-certificate`)]
  run('req', '-x509', ...newKey, '-days', '2', ...subject, ...signer, ...made)
}

/** Answers with the name in the certificate of whoever asks, and sends on from /away. */
async function serve(requestCert: boolean, away = ''): Promise<string> {
  const options = { key: read('server-key'), cert: read('server-certificate') }
  const server = createServer({ ...options, requestCert, rejectUnauthorized: false }, (request, response) => {
    const socket = request.socket as TLSSocket
    const { subject } = socket.getPeerCertificate()
    if (requestCert && !socket.authorized && away !== '') response.writeHead(403).end()
    else if (request.url?.startsWith('/away')) response.writeHead(302, { location: `${away}/file` }).end()
    else response.end(`for ${subject?.CN ?? 'nobody'}`)
  })
  server.setSecureContext({ ...options, ca: read('authority-certificate') })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  certify('server')
  certify('authority')
  certify('build-farm', 'authority')
  certify('other-farm', 'authority')
  tls.setDefaultCACertificates([...authorities, read('server-certificate')])
  elsewhere = await serve(true)
  upstream = await serve(true, elsewhere)
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1', BINDERY_LOG_LEVEL: 'debug' } })
})

afterAll(async () => {
  tls.setDefaultCACertificates(authorities)
  await app.close()
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const base = '/artifactory/api/system/security/certificates'
const save = (alias: string, body: string, send = app.fetch) =>
  send(`${base}/${alias}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })
const pair = (name: string) => `${read(`${name}-key`)}\n${read(`${name}-certificate`)}`
const remote = (key: string, more: object = {}) =>
  makeRepository(app, key, 'remote', { url: upstream, assumedOfflinePeriodSecs: 0, ...more })
const textOf = async (path: string) => (await app.fetch(`/artifactory/${path}`)).text()

test('an upstream that asks for a certificate is shown the one that the repository names', async () => {
  await remote('without')
  expect((await app.fetch('/artifactory/without/file')).status).toBe(404)
  expect((await save('farm', pair('build-farm'))).status).toBe(200)
  await remote('with', { clientTlsCertificate: 'farm' })
  expect(await textOf('with/file')).toBe('for build-farm')
  const report = await app.fetch(
    '/ui/api/v1/repository-upstream/test',
    json('POST', { url: `${upstream}/file`, clientTlsCertificate: 'farm' }),
  )
  expect(await report.json()).toMatchObject({ outcome: 'passed', status: 200 })
})

test('one that was renewed is shown at once, and none follows to another server', async () => {
  await save('renewed', pair('build-farm'))
  await remote('renewing', { clientTlsCertificate: 'renewed' })
  expect(await textOf('renewing/one')).toBe('for build-farm')
  await save('renewed', pair('other-farm'))
  expect(await textOf('renewing/two')).toBe('for other-farm')
  expect(await textOf('renewing/away')).toBe('for nobody')
  await remote('trusting', { clientTlsCertificate: 'renewed', allowAnyHostAuth: true })
  expect(await textOf('trusting/away')).toBe('for other-farm')
})

test('an alias that stands for nothing is said where the file is asked for', async () => {
  await remote('lost', { clientTlsCertificate: 'nowhere' })
  const reply = await app.fetch('/artifactory/lost/file')
  expect([reply.status, await reply.text()]).toEqual([
    502,
    expect.stringContaining('There is no client certificate'),
  ])
})

test('certificates are listed without their keys, which lie sealed', async () => {
  await save('listed', pair('build-farm'))
  for (const path of [base, `${base}/`]) {
    const listed = (await (await app.fetch(path)).json()) as { certificateAlias: string }[]
    expect(listed.find((one) => one.certificateAlias === 'listed')).toEqual({
      certificateAlias: 'listed',
      issuedTo: 'build-farm',
      issuedBy: 'authority',
      issuedOn: expect.stringMatching(/^\d{4}-.*Z$/),
      validUntil: expect.stringMatching(/^\d{4}-.*Z$/),
      fingerprint: expect.stringMatching(/^([\dA-F]{2}:){31}[\dA-F]{2}$/),
    })
  }
  const rows = await app.db.selectFrom('client_certificates').selectAll().execute()
  const entries = await app.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify([rows, entries])).not.toContain('PRIVATE KEY')
  expect(entries.some(({ kind, target }) => kind === 'certificate.saved' && target === 'listed')).toBe(true)
})

test('one in use stays, others go', async () => {
  await save('used', pair('build-farm'))
  await remote('using', { clientTlsCertificate: 'used' })
  const remove = (alias: string) => app.fetch(`${base}/${alias}`, { method: 'DELETE' })
  const refused = await remove('used')
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('using')])
  await app.fetch('/artifactory/api/repositories/using', { method: 'DELETE' })
  expect((await remove('used')).status).toBe(200)
  expect((await remove('used')).status).toBe(404)
})

test('what is no pair is refused in a sentence, and only administrators are heard', async () => {
  writeFileSync(file('broken'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')
  const refused: [string, RegExp][] = [
    ['', /in one PEM text/],
    [read('build-farm-certificate'), /in one PEM text/],
    [`${read('other-farm-key')}${read('build-farm-certificate')}`, /not that of the first/],
    [`${read('other-farm-key')}${read('broken')}`, /cannot be read/],
  ]
  for (const [body, sentence] of refused) {
    const reply = await save('bad', body)
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringMatching(sentence)])
  }
  expect((await save('a b', pair('build-farm'))).status).toBe(400)
  const ann = app.as(await app.user({ name: 'ann' }))
  expect((await save('hers', pair('build-farm'), ann)).status).toBe(403)
  expect((await ann(base)).status).toBe(403)
})
