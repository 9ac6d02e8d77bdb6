// The configuration as one document, changed by the fragments that Terraform's provider sends, and read as it reads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
import { startSamlIdp } from '../../../../../tests/support/saml-idp.ts'
import { startUpstream, type Upstream } from '../../../../../tests/support/upstream.ts'

let app: TestApp
let upstream: Upstream

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  upstream = await startUpstream()
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

const address = '/artifactory/api/system/configuration'
const send = (method: string, body: string, type: string, as = app.fetch) =>
  as(address, { method, body, headers: { 'content-type': type } })
const patch = (body: string, as = app.fetch) => send('PATCH', body, 'application/yaml', as)
const read = async () => (await app.fetch(address)).text()
async function merge(body: string): Promise<string> {
  const reply = await patch(body)
  const told = await reply.text()
  expect([reply.status, told]).toEqual([200, told])
  return told
}
/** The elements of that name, without the blanks between. */
const elements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) =>
    inner.replaceAll(/\n\s*/g, ''),
  )

describe('what Terraform manages', () => {
  test('a backup is given back as it was sent, and goes with a null', async () => {
    const told = await merge(`backups:
    nightly:
        key: nightly
        cronExp: 0 0 2 ? * MON-SAT *
        enabled: true
        retentionPeriodHours: 1000
        excludedRepositories: []
        createArchive: false
        excludeNewRepositories: true
        sendMailOnError: true
        precalculate: true
        exportMissionControl: false
`)
    expect(told).toMatch(/without an effect here: .*backups\.nightly\.excludeNewRepositories/)
    expect(told).not.toMatch(/createArchive|sendMail/)
    expect(await read()).toContain('<excludeNewRepositories>true</excludeNewRepositories>')
    // As Terraform sends it unless told otherwise; and so it is.
    expect(await merge('\nbackups:\n  nightly: { excludeNewRepositories: false }\n')).not.toContain('effect')
    const [own = ''] = elements(await read(), 'backup')
    for (const member of [
      '<key>nightly</key>',
      '<cronExp>0 0 2 ? * MON-SAT *</cronExp>',
      '<enabled>true</enabled>',
      '<retentionPeriodHours>1000</retentionPeriodHours>',
      '<excludedRepositories/>',
      '<excludeNewRepositories>false</excludeNewRepositories>',
      '<createArchive>false</createArchive>',
      '<sendMailOnError>true</sendMailOnError>',
    ])
      expect(own).toContain(member)
    await merge('\nbackups:\n  nightly: ~\n')
    expect(await read()).not.toContain('nightly')
  })

  test('layouts and property sets, too', async () => {
    await merge(`repoLayouts:
    mine:
        name: mine
        artifactPathPattern: "[orgPath]/[module].[ext]"
        descriptorPathPattern: ""
        distinctiveDescriptorPathPattern: false
        fileIntegrationRevisionRegExp: Foo
        folderIntegrationRevisionRegExp: Foo
propertySets:
    quality:
        properties:
            stage:
                closedPredefinedValues: true
                multipleChoice: false
                predefinedValues:
                    passed:
                        defaultValue: true
                    failed:
                        defaultValue: false
        visible: true
`)
    const xml = await read()
    expect(elements(xml, 'repoLayout')[0]).toContain(
      '<name>mine</name><artifactPathPattern>[orgPath]/[module].[ext]</artifactPathPattern><descriptorPathPattern/>',
    )
    expect(elements(xml, 'propertySet')).toEqual([
      '<name>quality</name><properties><property><name>stage</name><closedPredefinedValues>true</closedPredefinedValues>' +
        '<multipleChoice>false</multipleChoice><predefinedValues>' +
        '<predefinedValue><value>passed</value><defaultValue>true</defaultValue></predefinedValue>' +
        '<predefinedValue><value>failed</value><defaultValue>false</defaultValue></predefinedValue>' +
        '</predefinedValues></property></properties><visible>true</visible>',
    ])
    expect(await merge('propertySets: { quality: ~ }')).toBe('1 changes to config merged successfully.\n')
    expect(elements(await read(), 'propertySet')).toEqual([])
  })

  test('the mail server is ours: set, read, and taken away', async () => {
    await merge(`mailServer:
    enabled: true
    artifactoryUrl: https://bindery.example.org
    host: mail.example.org
    port: 465
    from: bindery@example.org
    username: postman
    password: SECRETMARK-mail
    subjectPrefix: null
    ssl: true
    tls: false
`)
    expect(await (await app.fetch('/ui/api/v1/mail')).json()).toMatchObject({
      isEnabled: true,
      host: 'mail.example.org',
      port: 465,
      security: 'tls',
      user: 'postman',
      hasPassword: true,
    })
    expect(elements(await read(), 'mailServer')).toEqual([
      '<enabled>true</enabled><host>mail.example.org</host><port>465</port><username>postman</username>' +
        '<from>bindery@example.org</from><artifactoryUrl>https://bindery.example.org</artifactoryUrl>' +
        '<tls>false</tls><ssl>true</ssl>',
    ])
    await merge('mailServer:\n  subjectPrefix: "[B]"\n')
    expect(await (await app.fetch('/ui/api/v1/mail')).json()).toMatchObject({
      subjectPrefix: '[B]',
      security: 'tls',
      hasPassword: true,
    })
    await merge('mailServer: ~')
    expect(await read()).not.toContain('<mailServer>')
    expect(await (await app.fetch('/ui/api/v1/mail')).json()).toMatchObject({ host: '', hasPassword: false })
  })

  test('proxies are ours; what they say beyond that comes back, and goes with them', async () => {
    const told = await merge(`proxies:
    way-out:
        host: proxy.example.org
        port: 3128
        username: px
        password: SECRETMARK-proxy
        ntHost: ""
        domain: ""
        platformDefault: false
        redirectedToHosts: a.example.org,b.example.org
        services: jfrt,jfxr
`)
    expect(told).toContain('without an effect here: proxies.way-out.services.')
    expect(await (await app.fetch('/ui/api/v1/proxies/way-out')).json()).toMatchObject({
      host: 'proxy.example.org',
      hasPassword: true,
      redirectingHosts: ['a.example.org', 'b.example.org'],
    })
    const [proxy] = elements(await read(), 'proxy')
    expect(proxy).toContain('<key>way-out</key>')
    expect(proxy).toContain('<redirectedToHosts>a.example.org,b.example.org</redirectedToHosts>')
    expect(proxy).toContain('<services>jfrt,jfxr</services>')
    await app.fetch('/ui/api/v1/proxies/way-out', { method: 'DELETE' })
    expect(await read()).not.toContain('way-out')
    await merge('proxies:\n  way-out: ~\n')
  })

  const ldap = (key: string, password = 'SECRETMARK-ldap') => `        ${key}:
            key: ${key}
            enabled: true
            ldapUrl: ldap://${key}.example.org/dc=example
            userDnPattern: uid={0},ou=people
            emailAttribute: mail
            autoCreateUser: true
            ldapPoisoningProtection: true
            allowUserToAccessProfile: false
            pagingSupportEnabled: true
            search:
                searchSubTree: true
                searchFilter: (uid={0})
                searchBase: ou=people
                managerDn: cn=boss
                managerPassword: "${password}"
`

  test('LDAP servers: one goes as Terraform does it, and the others keep their passwords and mappings', async () => {
    const all = 'security:\n    ldapSettings:\n'
    await merge(all + ldap('one') + ldap('two'))
    await merge(`security:
    ldapGroupSettings:
        teams:
            name: teams
            enabledLdap: two
            groupBaseDn: ou=groups
            groupNameAttribute: cn
            groupMemberAttribute: uniqueMember
            subTree: true
            filter: (objectClass=groupOfNames)
            descriptionAttribute: description
            strategy: STATIC
`)
    const xml = await read()
    expect(elements(xml, 'ldapSetting')[0]).toContain(
      '<key>one</key><enabled>true</enabled><ldapUrl>ldap://one.example.org/dc=example</ldapUrl>',
    )
    expect(elements(xml, 'ldapGroupSetting')[0]).toContain('<strategy>STATIC</strategy>')
    await merge('\nsecurity:\n  ldapSettings: ~\n')
    await merge(all + ldap('two', ''))
    const state = (await (await app.fetch('/ui/api/v1/ldap')).json()) as Record<string, unknown>
    expect(state).toMatchObject({
      servers: [{ key: 'two', hasManagerPassword: true }],
      mappings: [{ name: 'teams', server: 'two', memberAttribute: 'uniqueMember', strategy: 'static' }],
    })
    await merge('security:\n  ldapGroupSettings: ~\n  ldapSettings:\n    two: ~\n')
    expect(await (await app.fetch('/ui/api/v1/ldap')).json()).toEqual({ servers: [], mappings: [] })
  })

  test('OAuth providers come back with the addresses that they were given with', async () => {
    await merge(`security:
    oauthSettings:
        enableIntegration: true
        persistUsers: true
        allowUserToAccessProfile: false
        oauthProvidersSettings:
            okta:
                name: okta
                enabled: true
                providerType: openId
                id: client
                secret: SECRETMARK-oauth
                apiUrl: https://org.example/oauth2/default/v1/userinfo
                authUrl: https://org.example/oauth2/default/v1/authorize
                tokenUrl: https://org.example/oauth2/default/v1/token
        availabletypes: []
        providers: []
`)
    expect(await (await app.fetch('/ui/api/v1/oauth/okta')).json()).toMatchObject({
      type: 'openid',
      issuer: 'https://org.example/oauth2/default',
      clientId: 'client',
      hasClientSecret: true,
      autoCreateUsers: true,
    })
    expect(await (await app.fetch('/artifactory/api/oauth')).json()).toMatchObject({
      enabled: true,
      persistUsers: true,
      allowUserToAccessProfile: false,
      providers: [
        {
          name: 'okta',
          enabled: true,
          providerType: 'openId',
          id: 'client',
          secret: '',
          authUrl: 'https://org.example/oauth2/default/v1/authorize',
        },
      ],
    })
    await merge(`
security:
  oauthSettings:
    enableIntegration: false
    persistUsers: false
    allowUserToAccessProfile: false
    oauthProvidersSettings: {}
`)
    expect(await (await app.fetch('/artifactory/api/oauth')).json()).toMatchObject({
      enabled: false,
      providers: [],
    })
  })

  test('general security and the trash can', async () => {
    await merge(
      'security:\n    anonAccessEnabled: true\n    passwordSettings:\n        encryptionPolicy: REQUIRED\n',
    )
    expect(await (await app.fetch('/artifactory/api/securityconfig')).json()).toMatchObject({
      anonAccessEnabled: true,
      passwordSettings: { encryptionPolicy: 'REQUIRED' },
    })
    await merge('security:\n    anonAccessEnabled: false\n')
    await merge('trashcanConfig:\n    enabled: false\n    retentionPeriodDays: 3\n')
    expect(elements(await read(), 'trashcanConfig')).toEqual([
      '<enabled>false</enabled><retentionPeriodDays>3</retentionPeriodDays>',
    ])
    await merge('trashcanConfig: ~')
    expect(elements(await read(), 'trashcanConfig')).toEqual([
      '<enabled>true</enabled><retentionPeriodDays>14</retentionPeriodDays>',
    ])
  })
})

test('offline mode stops every question to upstreams', async () => {
  upstream.on('/file.txt', 'from far away')
  await makeRepository(app, 'far', 'remote', { url: upstream.url, missedRetrievalCachePeriodSecs: 0 })
  await merge('offlineMode: true')
  expect(await read()).toContain('<offlineMode>true</offlineMode>')
  const refused = await app.fetch('/artifactory/far/file.txt')
  expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('offline mode')])
  await merge('offlineMode: false')
  expect(await (await app.fetch('/artifactory/far/file.txt')).text()).toBe('from far away')
})

test('names, addresses and repositories are changed, and repositories deleted by their keys alone', async () => {
  await merge(`serverName: The bindery
urlBase: https://bindery.example.org
localRepositories:
  yaml-local: { type: npm, description: From YAML, repoLayout: npm-default }
virtualRepositories:
  yaml-both: { type: npm, repositories: [yaml-local, npm-local] }
`)
  const repository = async (key: string) => (await app.fetch(`/artifactory/api/repositories/${key}`)).json()
  expect(await repository('yaml-local')).toMatchObject({ packageType: 'npm', description: 'From YAML' })
  expect(await repository('yaml-both')).toMatchObject({ repositories: ['yaml-local', 'npm-local'] })
  const xml = await read()
  expect(xml).toContain('<serverName>The bindery</serverName>')
  expect(xml).toContain('<urlBase>https://bindery.example.org/</urlBase>')
  await merge('localRepositories:\n  yaml-local: ~\n')
  expect((await app.fetch('/artifactory/api/repositories/yaml-local')).status).toBe(400)
  expect(await repository('yaml-both')).toMatchObject({ repositories: ['npm-local'] })
  expect((await patch('localRepositories: ~')).status).toBe(400)
})

test('a whole document sets what it names, and what was read can be written back', async () => {
  await merge('backups:\n  weekly: { cronExp: "0 0 1 * * ?", enabled: false }\n')
  // With a list of objects that is empty.
  await app.fetch('/artifactory/api/repositories/alone', json('PUT', { rclass: 'federated', members: [] }))
  const before = await read()
  expect(before).toContain('<members/>')
  const reply = await send('POST', before, 'application/xml')
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('merged successfully')])
  expect(await read()).toBe(before)
  const changed = before
    .replace('The bindery', 'Another &amp; one')
    .replace('<cronExp>0 0 1 * * ?</cronExp>', '<x>1</x>')
  const told = await (await send('POST', changed, 'application/xml')).text()
  expect(told).toContain('backups.weekly.x')
  expect(await read()).toContain('<serverName>Another &amp; one</serverName>')
})

test('SAML: the one provider of the document is ours, and goes with a null', async () => {
  const config = async () => (await app.fetch('/artifactory/api/saml/config')).json()
  expect(await config()).toMatchObject({ enableIntegration: false })
  const refused = await patch('security:\n  samlSettings:\n    loginUrl: https://idp.example/login\n')
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringMatching(/"message":"security\.samlSettings: certificate: [^"]*[^.]\."/),
  ])
  const idp = await startSamlIdp()
  const samlSettings = {
    enableIntegration: true,
    loginUrl: 'https://idp.example/login',
    logoutUrl: 'https://idp.example/logout',
    serviceProviderName: 'bindery',
    noAutoUserCreation: true,
    certificate: idp.key.certificate,
    emailAttribute: 'mail',
  }
  // JSON is YAML, too.
  await merge(JSON.stringify({ security: { samlSettings } })).finally(() => idp.close())
  expect(await config()).toMatchObject(samlSettings)
  expect(await (await app.fetch('/ui/api/v1/saml/default')).json()).toMatchObject({
    isEnabled: true,
    entityId: 'bindery',
    autoCreateUsers: false,
  })
  await merge('security:\n  samlSettings: { groupAttribute: teams }\n')
  expect(await config()).toMatchObject({ ...samlSettings, groupAttribute: 'teams' })
  expect((await patch('security:\n  samlSettings: { autoRedirect: true }\n')).status).toBe(400)
  await merge('security:\n  samlSettings: ~\n')
  expect(await config()).toEqual({ enableIntegration: false })
})

test('a notice of passwords that end is named as without an effect, and given back', async () => {
  const told = await merge(
    'security:\n  passwordSettings:\n    expirationPolicy: { enabled: true, passwordMaxAge: 70, notifyByEmail: true }\n',
  )
  expect(told).toContain('without an effect here: security.passwordSettings.expirationPolicy.notifyByEmail.')
  const policy = async () => {
    const reply = await app.fetch('/artifactory/api/securityconfig')
    return ((await reply.json()) as { passwordSettings: { expirationPolicy: object } }).passwordSettings
      .expirationPolicy
  }
  expect(await policy()).toEqual({ enabled: true, passwordMaxAge: 70, notifyByEmail: true })
  await merge('security:\n  passwordSettings: { expirationPolicy: ~ }\n')
  expect(await policy()).toMatchObject({ enabled: false })
})

test('secrets never come back, neither ours nor those that nothing uses', async () => {
  const told = await merge('xrayConfig:\n  baseUrl: https://x.example\n  password: SECRETMARK-idle\n')
  expect(told).toContain('Not kept, because nothing uses these secrets: xrayConfig.password.')
  const rows = await app.db.selectFrom('settings').selectAll().execute()
  const entries = await app.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify([rows, entries, await read()])).not.toContain('SECRETMARK')
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'configuration.merged', target: 'xrayConfig' }),
  )
})

test.each([
  ['no YAML', 'a: [', /not YAML/],
  ['a tag', 'a: !!js/function "x"', /not YAML/],
  ['a bomb of aliases', bomb(), /not YAML/],
  ['a key twice', 'a: 1\na: 2', /not YAML/],
  ['brackets without end', '['.repeat(100_000), /not YAML/],
  ['dashes without end', '- '.repeat(100_000), /nested too deeply/],
  ['no map', '- a', /by their names/],
  ['a number where members belong', 'mailServer: 5', /mailServer holds members/],
  ['a port that is none', 'proxies:\n  p: { host: h, port: 99999 }', /proxies.p.port is a whole number/],
  ['an incomplete proxy', 'proxies:\n  p: { port: 1 }', /proxies: host/],
  ['all rules of security at once', 'security: ~', /not removed/],
])('%s is refused in a sentence', async (_, body, sentence) => {
  const reply = await patch(body)
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringMatching(sentence)])
})

test.each([
  ['mailServer: { port: 0 }', 'mailServer.port'],
  ['proxies:\n  fine: { host: h, port: 1 }\n  broken: { port: 1 }', 'proxies: host'],
  ['localRepositories:\n  fine: { type: npm }\n  broken: { type: nothing }', 'no package type'],
  ['localRepositories:\n  npm-local: { blackedOut: perhaps }', 'blackedOut'],
  ['security:\n  userLockPolicy: { enabled: true, loginAttempts: 0 }', 'loginAttempts'],
  ['trashcanConfig: { retentionPeriodDays: 0 }', 'retentionPeriodDays'],
])('nothing is changed when one of several elements is wrong: %s', async (wrong, sentence) => {
  const before = await read()
  const reply = await patch(`serverName: First\nofflineMode: true\nfooter: Second\n${wrong}\n`)
  const told = await reply.text()
  expect([reply.status, told]).toEqual([400, expect.stringContaining(sentence)])
  expect(await read()).toBe(before)
})

describe('nothing is changed when only the rest of the configuration shows that the last part is wrong', () => {
  const before = `serverName: First
offlineMode: true
mailServer: { enabled: false, host: mail.example.org, port: 25, from: a@example.org }
proxies:
  made: { host: proxy.example.org, port: 3128 }
security:
  anonAccessEnabled: true
  ldapSettings:
    made: { ldapUrl: "ldap://made.example.org", userDnPattern: "uid={0}" }
  oauthSettings:
    oauthProvidersSettings:
      made: { providerType: openId, id: i, secret: s, authUrl: "https://o.example/authorize" }
trashcanConfig: { enabled: false }
propertySets:
  made: { visible: true }
localRepositories:
  made-local: { type: npm }
  generic-local: { description: Changed }
`
  test.each([
    ['a member that is not there', 'v: { type: npm, repositories: [made-local, gone] }', 400, 'gone'],
    ['a member of another type', 'v: { type: maven, repositories: [made-local] }', 400, 'made-local'],
    ['a key that is taken', 'Npm-Local: { type: npm }', 409, 'already exists'],
    ['a project that is not there', 'v: { type: npm, projectKey: nowhere }', 400, 'nowhere'],
  ])('%s', async (_, last, status, sentence) => {
    const [document, audited] = [await read(), await audits()]
    const reply = await patch(`${before}virtualRepositories:\n  ${last}\n`)
    expect([reply.status, await reply.text()]).toEqual([
      status,
      expect.stringMatching(new RegExp(`virtualRepositories: .*${sentence}`)),
    ])
    expect(await read()).toBe(document)
    expect(await audits()).toBe(audited)
    expect((await app.fetch('/artifactory/made-local/', { method: 'GET' })).status).toBe(404)
    // The offline mode and anonymous access are asked from memory.
    expect((await fetch(`${app.url}/artifactory/api/repositories`)).status).toBe(401)
    expect(await (await app.fetch('/artifactory/far/file.txt')).text()).toBe('from far away')
  })

  test('and all of it when nothing is wrong, at once also for what is in memory', async () => {
    await app.fetch('/artifactory/api/storage/made-local')
    await merge(`${before}virtualRepositories:\n  v: { type: npm, repositories: [made-local] }\n`)
    const xml = await read()
    for (const name of ['made-local', 'proxy.example.org', 'mail.example.org', 'made.example.org'])
      expect(xml).toContain(name)
    expect((await fetch(`${app.url}/artifactory/api/repositories`)).status).toBe(200)
    expect((await app.fetch('/artifactory/api/storage/made-local')).status).toBe(200)
    await merge(`offlineMode: false
mailServer: ~
proxies: ~
security:
  anonAccessEnabled: false
  ldapSettings: { made: ~ }
  oauthSettings: ~
trashcanConfig: ~
propertySets: { made: ~ }
localRepositories: { made-local: ~ }
virtualRepositories: { v: ~ }
`)
    expect((await fetch(`${app.url}/artifactory/api/repositories`)).status).toBe(401)
  })

  const audits = async () => {
    const { count } = await app.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
})

test.each([
  '<!DOCTYPE a [<!ENTITY b "c">]><config>&b;</config>',
  '<other/>',
  'plain',
  '<config><a></config>',
])('the XML %s is refused', async (body) =>
  expect((await send('POST', body, 'application/xml')).status).toBe(400),
)

test('only administrators read or change it', async () => {
  const ann = app.as(await app.user({ name: 'ann' }))
  expect((await patch('offlineMode: true', ann)).status).toBe(403)
  expect((await send('POST', '<config/>', 'application/xml', ann)).status).toBe(403)
  for (const path of ['oauth', 'securityconfig', 'saml/config'])
    expect((await ann(`/artifactory/api/${path}`)).status).toBe(403)
})

test('the parts with addresses of their own are changed there, too', async () => {
  const put = (path: string, body: object) => app.fetch(`/artifactory/api/${path}`, json('PUT', body))
  expect((await put('securityconfig', { userLockPolicy: { enabled: true, loginAttempts: 7 } })).status).toBe(
    200,
  )
  expect(await (await app.fetch('/artifactory/api/securityconfig')).json()).toMatchObject({
    userLockPolicy: { enabled: true, loginAttempts: 7 },
  })
  const github = { name: 'github', enabled: true, providerType: 'github', id: 'i', secret: 's' }
  const authUrl = 'https://github.example/login/oauth/authorize'
  expect((await put('oauth', { enabled: true, providers: [{ ...github, authUrl }] })).status).toBe(200)
  expect(await (await app.fetch('/ui/api/v1/oauth/github')).json()).toMatchObject({
    issuer: 'https://github.example',
    hasClientSecret: true,
  })
})

function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 9; level++)
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  return lines.join('\n')
}
