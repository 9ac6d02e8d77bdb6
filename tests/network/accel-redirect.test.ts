// The real nginx sends the files that we only point to.
import { chmodSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configurationFor } from '@bindery/contracts/web-servers'
import { ReverseProxySettings } from '@bindery/contracts'
import { basic, startTestApp } from '../support/app.ts'
import { freePort } from '../support/free-port.ts'
import { startNginx } from '../support/nginx.ts'

test('nginx sends large files itself, with our headers, ranges and conditions; who asks us directly gets them from us', async () => {
  const app = await startTestApp({ env: { BINDERY_ACCEL_REDIRECT: '/bindery-blobs/' } })
  const port = await freePort()
  const upstream = new URL(app.url).host
  const given = ReverseProxySettings.parse({ serverName: '127.0.0.1', httpPort: port, upstream })
  // The configuration that people are given, with the lines for this switched on.
  const text = configurationFor('nginx', given)
    .replaceAll(/^ {2}# (location \/bindery-blobs.*| {2}\S.*|\})$/gm, '  $1')
    .replace('/var/lib/bindery/blobs/', `${join(app.home, 'blobs')}/`)
    .replace(
      '    proxy_set_header Host',
      '    proxy_set_header X-Sendfile-Type X-Accel-Redirect;\n    proxy_set_header Host',
    )
  // nginx works as another user than root.
  for (const path of [app.home, join(app.home, 'blobs')]) chmodSync(path, 0o755)
  const nginx = await startNginx(text, port)
  try {
    const authorization = basic(app.admin)
    const file = `http://127.0.0.1:${port}/artifactory/generic-local/large.bin`
    const bytes = randomBytes(300_000)
    const stored = await fetch(file, { method: 'PUT', body: bytes, headers: { authorization } })
    expect(stored.status).toBe(201)
    const whole = await fetch(file, { headers: { authorization } })
    const direct = await app.fetch('/artifactory/generic-local/large.bin')
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Buffer.from(await direct.arrayBuffer()).equals(bytes)).toBe(true)
    for (const name of [
      'etag',
      'x-checksum-sha256',
      'x-checksum-md5',
      'content-type',
      'content-disposition',
      'last-modified',
    ])
      expect([name, whole.headers.get(name)]).toEqual([name, direct.headers.get(name)])
    expect(whole.headers.get('x-accel-redirect')).toBeNull()
    const part = await fetch(file, { headers: { authorization, range: 'bytes=100-199' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(100, 200)])
    const same = await fetch(file, {
      headers: { authorization, 'if-none-match': whole.headers.get('etag') ?? '' },
    })
    expect(same.status).toBe(304)
    expect((await fetch(file)).status).toBe(401)
    expect((await fetch(`http://127.0.0.1:${port}/bindery-blobs/00/0`)).status).toBe(404)
    // Only pointed to, so nginx has read it.
    const pointed = await app.fetch('/artifactory/generic-local/large.bin', {
      headers: { 'x-sendfile-type': 'X-Accel-Redirect' },
    })
    expect([await pointed.text(), pointed.headers.get('x-accel-redirect')]).toEqual([
      '',
      expect.stringMatching(/^\/bindery-blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/),
    ])
  } finally {
    await nginx.close()
    await app.close()
  }
})
