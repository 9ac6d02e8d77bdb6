import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get, request, type RequestOptions } from 'node:https'
import { connect as connectPlain, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { signIn } from '../../../tests/support/browser.ts'
import { sendRaw } from '../../../tests/support/raw.ts'

describe('HTTPS beside HTTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-https-'))
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  let both: TestApp

  beforeAll(async () => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    execFileSync(
      'openssl',
      ['req', '-x509', ...curve, '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate],
      { stdio: 'pipe' },
    )
    both = await startTestApp({
      env: { BINDERY_HTTPS_PORT: '0', BINDERY_HTTPS_CERTIFICATE: certificate, BINDERY_HTTPS_KEY: key },
    })
  })

  afterAll(async () => {
    await both?.close()
    rmSync(folder, { recursive: true })
  })

  async function secure(path: string, options: RequestOptions = {}, body?: string) {
    const url = new URL(
      path,
      both.urls.find((one) => one.startsWith('https:')),
    )
    const auth = `admin:${both.admin.password}`
    const sent = request(url, { auth, ca: readFileSync(certificate), ...options }).end(body)
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
  }

  test('both serve the same, each with links to itself', async () => {
    expect(both.urls.map((url) => new URL(url).protocol)).toEqual(['http:', 'https:'])
    await both.publish('npm', 'left-pad', '1.0.0')
    const overHttps = await secure('/artifactory/api/npm/npm-local/left-pad')
    expect(overHttps.status).toBe(200)
    expect(overHttps.body).toContain(`"tarball":"${both.urls[1]}/artifactory/`)
    const overHttp = await (await both.fetch('/artifactory/api/npm/npm-local/left-pad')).text()
    expect(overHttp).toContain(`"tarball":"${both.urls[0]}/artifactory/`)
  })

  test('HTTPS takes uploads, and tells browsers to stay with it', async () => {
    const put = await secure('/artifactory/generic-local/s.txt', { method: 'PUT' }, 'secure')
    expect(put.status).toBe(201)
    expect(put.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(await (await both.fetch('/artifactory/generic-local/s.txt')).text()).toBe('secure')
    const page = await secure('/ui/')
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(
      (await both.fetch('/artifactory/generic-local/s.txt')).headers.get('strict-transport-security'),
    ).toBeNull()
  })

  test('a session that begins over HTTPS stays there', async () => {
    const body = JSON.stringify({ user: 'admin', password: both.admin.password })
    const reply = await secure('/ui/api/v1/ui/auth/login', { method: 'POST', auth: undefined }, body)
    expect(reply.status).toBe(200)
    expect(reply.headers['set-cookie']?.[0]).toMatch(/; Secure$/)
    const plain = await signIn(both, both.admin)
    expect(plain.reply.headers.getSetCookie()[0]).not.toContain('Secure')
  })

  test('a client that does not know the certificate refuses it', async () => {
    const failed = once(get(new URL('/ui/', both.urls[1])), 'response')
    await expect(failed).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test('B18: HTTP/2 is not offered, and who speaks it anyway is shown the door', async () => {
    const { port } = new URL(both.urls[1] ?? '')
    const offer = (protocols: string[]) =>
      connect({
        port: Number(port),
        host: '127.0.0.1',
        ca: readFileSync(certificate),
        ALPNProtocols: protocols,
      })
    const chosen = offer(['h2', 'http/1.1'])
    await once(chosen, 'secureConnect')
    expect(chosen.alpnProtocol).toBe('http/1.1')
    chosen.destroy()
    await expect(once(offer(['h2']), 'secureConnect')).rejects.toThrow('no application protocol')

    // The preface, settings, then many streams that are opened and reset at once.
    const frame = (type: number, stream: number, payload: string) => {
      const bytes = Buffer.from(`000000${'00'.repeat(6)}${payload}`, 'hex')
      bytes.writeUIntBE(payload.length / 2, 0, 3)
      bytes.writeUInt8(type, 3)
      bytes.writeUInt8(type === 1 ? 5 : 0, 4)
      bytes.writeUInt32BE(stream, 5)
      return bytes
    }
    const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, '')])
    const resets = Array.from({ length: 100_000 }, (_, index) => [
      frame(1, 2 * index + 1, '828684'),
      frame(3, 2 * index + 1, '00000008'),
    ])
    const path = '/artifactory/api/system/ping'
    for (const open of [() => connectPlain(Number(new URL(both.url).port)), () => offer(['http/1.1'])]) {
      const { text: told, isClosed } = await talk(open(), preface)
      expect([told.split('\r\n')[0], isClosed]).toEqual(['HTTP/1.1 400 Bad Request', true])
      expect(told).toContain('The request is not valid HTTP/1.1.')
      expect((await talk(open(), Buffer.concat([preface, ...resets.flat()]))).isClosed).toBe(true)
      expect((await both.anonymous(path)).status).toBe(200)
    }

    // Who offers to speak it and begins with HTTP/1.1 is answered in that.
    const upgrade = 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n'
    const plain = await sendRaw(both.url, `GET ${path} HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`, {
      timeout: 2000,
    })
    expect(plain.status).toBe(200)
    expect(plain.head.toLowerCase()).not.toContain('upgrade')
    expect((await both.anonymous(path)).status).toBe(200)
  })

  test('a stop ends both', async () => {
    const urls = [...both.urls]
    await both.restart()
    for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

/** What the server says until the connection ends, by itself. */
async function talk(socket: Socket, bytes: Buffer): Promise<{ text: string; isClosed: boolean }> {
  let said = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (said += chunk))
  // A reset is an end, too.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes)
  const late = setTimeout(() => socket.destroy(new Error('The server left the connection open.')), 60_000)
  await closed
  clearTimeout(late)
  return { text: said, isClosed: socket.errored?.message !== 'The server left the connection open.' }
}
