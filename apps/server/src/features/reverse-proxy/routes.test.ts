import { dockerMethods, ReverseProxySettings, webServers } from '@bindery/contracts'
import { configurationFor, lineFor } from '@bindery/contracts/web-servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const pem = { sslCertificate: '/etc/ssl/bindery.pem', sslKey: '/etc/ssl/bindery.key' }
const address = '/ui/api/v1/ui/system/configuration/webServer'
const settingsOf = (more: object = {}) =>
  ReverseProxySettings.parse({ serverName: 'bindery.example.org', ...more })
const save = (body: object) => app.fetch(address, json('PUT', body))

describe('the settings', () => {
  test('ADMIN-10, API-41, LIM-19: a new installation has no repositories and the ports 80 and 443', async () => {
    expect(await (await app.fetch(address)).json()).toEqual({
      serverName: '',
      dockerReverseProxyMethod: 'REPOPATHPREFIX',
      reverseProxyRepositories: [],
      useHttps: false,
      useHttp: true,
      httpsPort: 443,
      httpPort: 80,
      sslCertificate: '',
      sslKey: '',
      upstream: '127.0.0.1:8082',
    })
  })

  test('ADMIN-11, API-43: are saved, and everybody who reads learns how clients reach repositories', async () => {
    const ann = app.as(await app.user({ name: 'ann' }))
    for (const dockerReverseProxyMethod of dockerMethods) {
      const given = settingsOf({ dockerReverseProxyMethod, sslKey: '/etc/ssl/key.pem' })
      expect((await save(given)).status).toBe(200)
      const data = await (await ann('/ui/api/v1/ui/setMeUp/reverseProxyData')).json()
      expect(data).toMatchObject({
        serverName: 'bindery.example.org',
        dockerReverseProxyMethod,
        httpPort: 80,
      })
      expect(JSON.stringify(data)).not.toContain('key.pem')
    }
    expect(dockerMethods).toEqual(['SUBDOMAIN', 'PORTPERREPO', 'REPOPATHPREFIX'])
    expect((await save({ dockerReverseProxyMethod: 'OTHER' })).status).toBe(400)
    expect((await ann(address)).status).toBe(403)
  })

  test('are read and changed under the names that clients know; what is not given stays', async () => {
    const wire = '/artifactory/api/system/configuration/webServer'
    await save(settingsOf(pem))
    const given = { webServerType: 'NGINX', useHttps: true, sslPort: 8443, artifactoryServerName: 'inner' }
    expect((await app.fetch(wire, json('POST', given))).status).toBe(200)
    expect(await (await app.fetch(wire)).json()).toEqual({
      key: 'nginx',
      webServerType: 'NGINX',
      serverName: 'bindery.example.org',
      artifactoryServerName: 'inner',
      artifactoryPort: 8082,
      ...pem,
      dockerReverseProxyMethod: 'REPOPATHPREFIX',
      useHttps: true,
      useHttp: true,
      sslPort: 8443,
      httpPort: 80,
    })
    expect(await (await app.fetch(address)).json()).toMatchObject({ upstream: 'inner:8082', httpsPort: 8443 })
    expect((await app.fetch(wire, json('POST', { useHttp: false, useHttps: false }))).status).toBe(400)
    expect((await app.fetch(wire, json('POST', { artifactoryServerName: 'a; b' }))).status).toBe(400)
    await save(settingsOf())
  })

  test.each([
    ['a server name with a scheme', { serverName: 'https://a.example' }, 'serverName'],
    ['a server name that would end the line', { serverName: 'a; include /etc/shadow' }, 'serverName'],
    ['a path that would end the line', { sslKey: '/a; load_module x' }, 'sslKey'],
    ['an upstream without a port', { upstream: 'localhost' }, 'upstream'],
    ['neither HTTP nor HTTPS', { useHttp: false }, 'useHttps'],
    ['one port for both', { useHttps: true, httpsPort: 80 }, 'httpsPort'],
    [
      'a port twice',
      {
        dockerReverseProxyMethod: 'PORTPERREPO',
        reverseProxyRepositories: [
          { repository: 'a', port: 5000 },
          { repository: 'b', port: 5000 },
        ],
      },
      'reverseProxyRepositories.1.port',
    ],
  ])('%s is refused', async (_, more, field) => {
    const reply = await save({ serverName: 'bindery.example.org', ...more })
    expect([reply.status, await reply.json()]).toMatchObject([400, { errors: [{ field }] }])
  })

  test('the configuration is also a call, for machines that are set up by scripts', async () => {
    await save(settingsOf())
    const reply = await app.fetch('/artifactory/api/system/configuration/reverseProxy/nginx')
    expect([reply.status, await reply.text()]).toEqual([200, configurationFor('nginx', settingsOf())])
    expect((await app.fetch('/artifactory/api/system/configuration/reverseProxy/iis')).status).toBe(400)
  })
})

describe('the configuration', () => {
  const repositories = { reverseProxyRepositories: [{ repository: 'docker-local', port: 5001 }] }

  test.each(webServers)(
    'for %s takes care of everything that the test of the public address looks at',
    (server) => {
      const text = configurationFor(server, settingsOf({ useHttps: true, ...pem }))
      for (const step of ['Host header', 'Forwarded scheme', 'Encoded slashes', 'Large bodies'])
        expect([step, lineFor(step, server, text)]).toEqual([step, expect.any(Number)])
      expect(text).toContain('bindery.example.org')
      expect(text).toContain('8082')
      expect(text).not.toMatch(/undefined|\n\n\n/)
    },
  )

  test.each(webServers)('for %s leads containers to their repository by sub-domain', (server) => {
    const text = configurationFor(
      server,
      settingsOf({ dockerReverseProxyMethod: 'SUBDOMAIN', ...repositories }),
    )
    expect(text).toContain('/artifactory/api/docker/')
  })
})
