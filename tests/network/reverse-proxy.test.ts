// The real nginx takes our configuration, and people reach everything through it.
// One engine is enough: this is about headers and connections.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConnectionReport, dockerMethods, ReverseProxySettings } from '@bindery/contracts'
import { configurationFor } from '@bindery/contracts/web-servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { checkNginx, startNginx } from '../support/nginx.ts'
import { rawRequest } from '../support/raw.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'bindery-reverse-proxy-'))
const pem = { sslCertificate: join(folder, 'certificate.pem'), sslKey: join(folder, 'key.pem') }

beforeAll(async () => {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', pem.sslKey, '-out', pem.sslCertificate]
  execFileSync('openssl', ['req', '-x509', ...curve, '-subj', '/CN=localhost', ...files], { stdio: 'pipe' })
  app = await startTestApp({
    env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1', BINDERY_TRUSTED_PROXIES: '127.0.0.1' },
  })
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const settingsOf = (more: object = {}) =>
  ReverseProxySettings.parse({ serverName: 'bindery.example.org', ...more })
const repositories = { reverseProxyRepositories: [{ repository: 'docker-local', port: 5001 }] }

test.each(dockerMethods.flatMap((method) => [true, false].map((useHttps) => [method, useHttps] as const)))(
  'for nginx is one that nginx takes: %s, HTTPS %s',
  (dockerReverseProxyMethod, useHttps) => {
    const given = settingsOf({ dockerReverseProxyMethod, useHttps, ...pem, ...repositories })
    expect(() => checkNginx(configurationFor('nginx', given))).not.toThrow()
  },
)

describe('nginx in front, with our configuration', () => {
  test('serves the UI, packages with an encoded slash and large bodies, and the test of it passes', async () => {
    await app.publish('npm', '@acme/behind', '1.0.0')
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const given = settingsOf({ serverName: '127.0.0.1', httpPort: port, upstream: new URL(app.url).host })
    const nginx = await startNginx(configurationFor('nginx', given), port)
    try {
      const authorization = `Basic ${Buffer.from(`${app.admin.name}:${app.admin.password}`).toString('base64')}`
      const packument = await rawRequest(url, 'GET /artifactory/api/npm/npm-local/@acme%2fbehind', {
        authorization,
      })
      expect(packument.status).toBe(200)
      expect(packument.body).toContain(`${url}/artifactory/api/npm/npm-local/@acme/behind/-/behind-1.0.0.tgz`)
      expect((await fetch(`${url}/ui/`)).headers.get('content-type')).toContain('text/html')
      const file = `${url}/artifactory/generic-local/large.bin`
      const put = await fetch(file, { method: 'PUT', body: 'x'.repeat(3 << 20), headers: { authorization } })
      expect(put.status).toBe(201)
      expect(await check(url)).toMatchObject({ isPassed: true })
    } finally {
      await nginx.close()
    }
  })

  test('the test names each fault of a configuration that is not ours', async () => {
    const port = await freePort()
    const careless = `server { listen ${port}; location / { proxy_pass ${app.url}/; } }`
    const nginx = await startNginx(careless, port)
    try {
      const { isPassed, steps } = await check(`http://127.0.0.1:${port}`)
      expect([isPassed, steps.map((step) => [step.step, step.outcome])]).toEqual([
        false,
        [
          ['Reach', 'passed'],
          ['Host header', 'failed'],
          ['Forwarded scheme', 'passed'],
          ['Encoded slashes', 'failed'],
          ['Large bodies', 'failed'],
        ],
      ])
      for (const { outcome, fix } of steps) expect(outcome === 'failed').toBe(fix !== undefined)
    } finally {
      await nginx.close()
    }
  })

  const check = async (url: string) =>
    ConnectionReport.parse(
      await (
        await app.fetch('/ui/api/v1/proxy-settings/test', json('POST', { type: 'baseUrl', url }))
      ).json(),
    )
})
