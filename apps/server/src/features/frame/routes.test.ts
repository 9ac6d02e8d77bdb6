import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frame } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const read = async (path: string, on = app): Promise<Record<string, unknown>> =>
  // Each test says which members it looks at.
  (await on.fetch(`/ui/api/v1/${path}`)).json() as Promise<Record<string, unknown>>

describe('a new installation', () => {
  test('BOOT-22: the footer says what the installation is, to everybody', async () => {
    const reply = await app.anonymous('/ui/api/v1/ui/auth/screen/footer')
    expect({
      ...frame.footer.shape.response.parse(await reply.json()),
      version: '(version)',
    }).toMatchInlineSnapshot(`
      {
        "addresses": {
          "documentation": "",
          "externalLogin": "",
          "portal": "",
          "portalProvider": "",
          "purchase": "",
          "tour": "",
          "trial": "",
        },
        "footerMessage": "",
        "homePage": "",
        "licenseType": "Enterprise Plus",
        "logoUrl": "",
        "product": "Bindery",
        "serverName": "",
        "switches": {
          "isCloud": false,
          "isFreeTier": false,
          "isLightweight": false,
          "isTour": false,
          "isTrial": false,
        },
        "userLogo": "",
        "version": "(version)",
      }
    `)
  })

  test('API-33: each service says whether it is enabled; pipelines is not', async () => {
    const enabled = async (name: string) => (await read(`system/ismicroserviceenabled/${name}`)).enabled
    expect(await enabled('mc')).toBe(true)
    expect(await enabled('pipelines')).toBe(false)
    expect(await enabled('unheard-of')).toBe(false)
    expect(await read('ui/services')).toContainEqual({ name: 'pipelines', isAvailable: false })
  })

  test('ROLE-34: one call answers a boolean for each feature flag', async () => {
    expect(await read('ui/features')).toMatchInlineSnapshot(`
      {
        "freeTierQuickDeployLanding": false,
        "gitRepoScanning": true,
        "licenses": true,
        "newSetMeUp": true,
        "operationalRisk": true,
        "platformGetStarted": false,
        "quickDeploy": false,
        "tested": false,
      }
    `)
    expect((await app.anonymous('/ui/api/v1/ui/features')).status).toBe(401)
  })

  test('the package types are data that the web application shows', async () => {
    const types = frame.packageTypes.shape.response.parse(await read('ui/packages/types'))
    expect(types.map(({ id, label }) => [id, label])).toEqual([
      ['generic', 'Generic'],
      ['npm', 'npm'],
    ])
    expect(types.map(({ hasDependencies, tarballs }) => [hasDependencies, tarballs?.manifest])).toEqual([
      [false, undefined],
      [true, 'package.json'],
    ])
    for (const { icon } of types) expect(icon).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/)
  })

  test('API-40: whether there are only the default repositories', async () => {
    const path = 'ui/onboarding/initStatus?jfLoader=true'
    expect(await read(path)).toEqual({ hasOnlyDefaultRepos: true })
    expect((await read('ui/repodata')).total).toBe(5)
    await app.fetch(
      '/ui/api/v1/repositories',
      json('POST', { key: 'team-npm', kind: 'local', format: 'npm' }),
    )
    expect(await read(path)).toEqual({ hasOnlyDefaultRepos: false })
    const wire = await app.fetch('/artifactory/api/onboarding/initStatus')
    expect(await wire.json()).toEqual({ hasOnlyDefaultRepos: false })
    expect((await app.fetch('/artifactory/api/onboarding/other')).status).toBe(404)
    expect(await read('ui/repodata')).toMatchObject({
      total: 6,
      repositories: [
        { key: 'generic-local' },
        { key: 'generic-virtual' },
        { key: 'npm-local' },
        { key: 'npm-remote' },
        { key: 'npm-virtual' },
        { key: 'team-npm', format: 'npm' },
      ],
    })
  })

  test('repositories that one may not read are not counted', async () => {
    const outsider = app.as(await app.user({ name: 'outsider' }))
    await app.closeReading()
    expect(await (await outsider('/ui/api/v1/ui/repodata')).json()).toEqual({ total: 0, repositories: [] })
  })
})

test('ROLE-05, ROLE-07, ROLE-08: switches, services and flags come from the configuration', async () => {
  const other = await startTestApp({
    env: {
      BINDERY_CLOUD: 'true',
      BINDERY_SERVER_NAME: 'Team',
      BINDERY_FEATURES: 'tested,-newSetMeUp',
      BINDERY_SERVICES_OFF: 'mc,xray',
      BINDERY_DOCUMENTATION_URL: 'https://docs.example.com',
    },
  })
  try {
    expect(await read('ui/auth/screen/footer', other)).toMatchObject({
      serverName: 'Team',
      switches: { isCloud: true, isTour: false },
      addresses: { documentation: 'https://docs.example.com' },
    })
    expect(await read('ui/features', other)).toMatchObject({ tested: true, newSetMeUp: false })
    expect(await read('system/ismicroserviceenabled/mc', other)).toEqual({ enabled: false })
    expect(await read('ui/scanner', other)).toMatchObject({ isAvailable: false })
  } finally {
    await other.close()
  }
})
