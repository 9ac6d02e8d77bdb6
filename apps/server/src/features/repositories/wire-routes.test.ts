import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
})

afterAll(() => app.close())

const base = '/artifactory/api/repositories'
const batch = '/artifactory/api/v2/repositories/batch'
const put = (key: string, config: object, send: Send = app.fetch) =>
  send(`${base}/${key}`, json('PUT', { rclass: 'local', ...config }))
const post = (key: string, config: object, send: Send = app.fetch) =>
  send(`${base}/${key}`, json('POST', config))
const remove = (key: string, send: Send = app.fetch) => send(`${base}/${key}`, { method: 'DELETE' })
const read = async (key: string) =>
  (await (await app.fetch(`${base}/${key}`)).json()) as Record<string, unknown>
const exists = async (key: string) => (await app.fetch(`${base}/${key}`, { method: 'HEAD' })).status === 200
const remote = (more: object = {}) => ({ rclass: 'remote', url: 'https://upstream.example/', ...more })

async function refusal(reply: Response): Promise<[number, string]> {
  const { errors } = (await reply.json()) as { errors: [{ status: number; message: string }] }
  expect(errors[0].status).toBe(reply.status)
  return [reply.status, errors[0].message]
}

describe('creating', () => {
  test('answers 200 with a sentence; the path names the key, and the type is generic unless told', async () => {
    const reply = await put('first', { key: 'ignored', description: 'The first' })
    expect([reply.status, await reply.text()]).toEqual([200, "Successfully created repository 'first'\n"])
    expect(await read('first')).toMatchObject({
      key: 'first',
      rclass: 'local',
      packageType: 'generic',
      description: 'The first',
      repoLayoutRef: 'simple-default',
      includesPattern: '**/*',
      environments: [],
    })
  })

  test('a document that is sent as a form, as curl does unless told, is refused with what to add', async () => {
    const sent = { method: 'PUT', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const [status, why] = await refusal(
      await app.fetch(`${base}/formed`, { ...sent, body: ' {"rclass":"local"}' }),
    )
    expect([status, why]).toEqual([415, expect.stringContaining('Content-Type: application/json')])
  })

  test('text where a number, a switch or a list is meant becomes one, and yum is rpm', async () => {
    const config = remote({
      packageType: 'YUM',
      hardFail: 'true',
      offline: 'False',
      socketTimeoutMillis: '1200',
      propertySets: 'b, a',
      notes: 7,
      retrievalCachePeriodSecs: null,
    })
    expect((await put('loose', config)).status).toBe(200)
    expect(await read('loose')).toMatchObject({
      packageType: 'rpm',
      hardFail: true,
      offline: false,
      socketTimeoutMillis: 1200,
      propertySets: ['b', 'a'],
      notes: '7',
      retrievalCachePeriodSecs: 7200,
    })
  })

  test('a key that is taken, in any case, is refused in the words that clients look for', async () => {
    expect((await put('taken', {})).status).toBe(200)
    const [status, sentence] = await refusal(await put('Taken', {}))
    expect([status, sentence]).toEqual([
      400,
      expect.stringContaining('Case insensitive repository key already exists'),
    ])
  })

  const refused: [string, string, object][] = [
    ['a bad key', 'a b', {}],
    ['the name of a cache', 'npm-cache', {}],
    ['an unknown kind', 'x', { rclass: 'mirror' }],
    ['no kind', 'x', { rclass: undefined }],
    ['an unknown package type', 'x', { packageType: 'cobol' }],
    ['a kind that the type does not have', 'x', { rclass: 'virtual', packageType: 'cargo' }],
    ['a word instead of a switch', 'x', { blackedOut: 'maybe' }],
    ['a number out of bounds', 'x', remote({ socketTimeoutMillis: -1 })],
    ['a text instead of a number', 'x', remote({ socketTimeoutMillis: 'long' })],
    ['a word that is not in the list', 'x', { packageType: 'maven', snapshotVersionBehavior: 'odd' }],
    ['a number instead of a list', 'x', { propertySets: 5 }],
    ['a remote without an upstream', 'x', { rclass: 'remote' }],
    ['a proxy that is not there', 'x', remote({ proxy: 'nowhere' })],
    ['a project that is not there', 'none-x', { projectKey: 'none' }],
    ['an environment that is not there', 'x', { environments: ['NOWHERE'] }],
    ['credentials in the address', 'x', remote({ url: 'https://ann:secret@upstream.example/' })],
    ...[
      'file:///etc/passwd',
      'file:/etc/passwd',
      'FILE://etc/passwd',
      'ftp://a/b',
      'gopher://a',
      'jar:http://a!/b',
      'data:,a',
    ].map((url): [string, string, object] => [`A13: the upstream ${url}`, 'x', remote({ url })]),
  ]

  test.for(refused)('%s is refused', async ([, key, config]) => {
    const [status, sentence] = await refusal(await put(encodeURIComponent(key), config))
    expect(status).toBe(400)
    expect(sentence).toMatch(/\.$/)
    expect(await exists(key)).toBe(false)
  })

  test('a configuration has a size', async () => {
    expect((await put('huge', { unknown: 'x'.repeat(70_000) })).status).toBe(413)
    const bent = '{"rclass":"local","__proto__":{"blackedOut":true},"constructor":1}'
    expect((await app.fetch(`${base}/bent`, { method: 'PUT', body: bent })).status).toBe(200)
    expect(await read('bent')).toMatchObject({ blackedOut: false })
  })
})

describe('reading', () => {
  test('what is not there is a bad request, to the letter', async () => {
    const reply = await app.fetch(`${base}/never-made`)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ errors: [{ status: 400, message: 'Bad Request' }] })
    expect((await app.fetch(`${base}/never-made`, { method: 'HEAD' })).status).toBe(400)
  })

  test('a reader learns what a repository is, but not how it is configured; others learn nothing', async () => {
    await put('for-readers', { notes: 'internal' })
    const ann = app.as(
      await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'for-readers' }] }),
    )
    expect(await (await ann(`${base}/for-readers`)).json()).toEqual({
      key: 'for-readers',
      rclass: 'local',
      packageType: 'generic',
      description: '',
    })
    expect((await ann(`${base}/npm-local`)).status).toBe(400)
    const list = (await (await ann(base)).json()) as { key: string }[]
    expect(list.map(({ key }) => key)).toEqual(['for-readers'])
    expect((await ann(`${base}/configurations`)).status).toBe(403)
  })

  test('a virtual repository is there for whoever may read one of its members, at whatever depth', async () => {
    await put('seen-local', {})
    await put('unseen-local', {})
    const virtual = (key: string, repositories: string[]) => put(key, { rclass: 'virtual', repositories })
    await virtual('seen-inner', ['unseen-local', 'seen-local'])
    await virtual('seen-outer', ['seen-inner'])
    await virtual('unseen-outer', ['unseen-local'])
    const vera = app.as(
      await app.user({ name: 'vera', grants: [{ action: 'read', repository: 'seen-local' }] }),
    )
    const listed = (await (await vera(`${base}?type=virtual`)).json()) as { key: string }[]
    expect(listed.map(({ key }) => key)).toEqual(['seen-inner', 'seen-outer'])
    expect((await vera(`${base}/seen-outer`)).status).toBe(200)
    expect((await vera(`${base}/unseen-outer`)).status).toBe(400)
    // In the web application, too.
    const shown = (await (await vera('/ui/api/v1/repositories')).json()) as { key: string; can: object }[]
    expect(shown.map(({ key }) => key)).toEqual(['seen-inner', 'seen-local', 'seen-outer'])
    expect(shown[0]?.can).toMatchObject({ read: true, deploy: false })
  })

  test('a slash behind the address and filters without a value change nothing', async () => {
    const all = await (await app.fetch(base)).text()
    for (const address of [`${base}/`, `${base}?type=&packageType=&project=`, `${base}/?type=`])
      expect(await (await app.fetch(address)).text()).toBe(all)
    expect(await read('npm-local/')).toEqual(await read('npm-local'))
    expect((await app.fetch('/artifactory/api/system/ping/')).status).toBe(200)
    expect((await app.fetch('/artifactory/api/build/')).status).toBe(200)
    expect((await remove('')).status).toBe(404)
  })

  test('the list spells kinds and types its own way, and filters whatever the case', async () => {
    await put('list-npm', remote({ packageType: 'npm', description: 'Listed' }))
    await put('list-pypi', { packageType: 'pypi' })
    const list = async (query: string) => {
      const found = (await (await app.fetch(`${base}${query}`)).json()) as { key: string }[]
      return found.filter(({ key }) => key.startsWith('list-'))
    }
    expect(await list('?type=REMOTE&packageType=NPM')).toEqual([
      {
        key: 'list-npm',
        description: 'Listed',
        type: 'REMOTE',
        url: 'https://upstream.example/',
        packageType: 'Npm',
      },
    ])
    const reader = app.as(
      await app.user({ name: 'lister', grants: [{ action: 'read', repository: 'list-npm' }] }),
    )
    expect(await (await reader(base)).json()).toMatchObject([
      { key: 'list-npm', url: `${app.url}/artifactory/list-npm` },
    ])
    expect(await list('?type=local')).toMatchObject([{ url: `${app.url}/artifactory/list-pypi` }])
    expect((await list('?packageType=pypi')).map(({ key }) => key)).toEqual(['list-pypi'])
    expect(await list('?type=distribution')).toEqual([])
    expect(await list('?project=none')).toEqual([])
    expect(await list('?project=default')).toHaveLength(2)
    const reply = await app.fetch(`${base}/configurations?repoType=remote,virtual&packageType=npm`)
    const found = (await reply.json()) as Record<string, { key: string; rclass: string }[]>
    expect(Object.keys(found)).toEqual(['REMOTE', 'VIRTUAL'])
    expect(found.REMOTE?.filter(({ key }) => key.startsWith('list-'))).toMatchObject([
      { key: 'list-npm', rclass: 'remote' },
    ])
  })

  test('the second version of the address is the same', async () => {
    const second = '/artifactory/api/v2/repositories/seconds'
    expect((await app.fetch(second, json('PUT', { rclass: 'local' }))).status).toBe(200)
    expect((await app.fetch(second, json('POST', { notes: 'n' }))).status).toBe(200)
    expect(await (await app.fetch(second)).json()).toEqual(await read('seconds'))
    expect((await app.fetch(second, { method: 'DELETE' })).status).toBe(200)
    expect(await exists('seconds')).toBe(false)
  })
})

describe('changing', () => {
  test('leaves what is not given, and null goes back to the default', async () => {
    await put('changing', { notes: 'before', includesPattern: 'a/**', description: 'kept' })
    expect((await post('changing', { notes: 'after', includesPattern: null })).status).toBe(200)
    expect(await read('changing')).toMatchObject({
      notes: 'after',
      includesPattern: '**/*',
      description: 'kept',
    })
  })

  test('kind, type and key stay', async () => {
    await put('fixed', {})
    for (const config of [{ rclass: 'remote' }, { packageType: 'npm' }, { key: 'other' }])
      expect((await post('fixed', config)).status).toBe(400)
    expect((await post('fixed', { rclass: 'local', packageType: 'Generic', key: 'fixed' })).status).toBe(200)
    expect((await post('never-made', {})).status).toBe(404)
  })

  test('the password never comes back, stays when it is left out, and does not go to another server', async () => {
    await put('guarded', remote({ username: 'ann', password: 'SECRETMARK-1' }))
    const stored = async () =>
      (
        await app.db
          .selectFrom('repositories')
          .select('settings')
          .where('key', '=', 'guarded')
          .executeTakeFirst()
      )?.settings ?? ''
    const sealed = await stored()
    expect(sealed).toContain('"password":"v1.')
    expect(sealed).not.toContain('SECRETMARK')
    expect(await read('guarded')).toMatchObject({ username: 'ann', password: '' })
    for (const config of [{ notes: 'n' }, { password: '' }, { url: 'https://upstream.example/other' }])
      expect((await post('guarded', config)).status).toBe(200)
    expect(await stored()).toContain(/"password":"[^"]*"/.exec(sealed)?.[0])
    expect((await post('guarded', { url: 'https://elsewhere.example/' })).status).toBe(400)
    const moved = { url: 'https://elsewhere.example/', password: 'SECRETMARK-2' }
    expect((await post('guarded', moved)).status).toBe(200)
    expect((await post('guarded', { password: null })).status).toBe(200)
    expect(await stored()).not.toContain('password')
  })
})

describe('several at once', () => {
  test('are made together, a virtual with its members, or not at all', async () => {
    const all = [
      { key: 'many-virtual', rclass: 'virtual', packageType: 'npm', repositories: ['many-b', 'many-a'] },
      { key: 'many-a', rclass: 'local', packageType: 'npm' },
      { key: 'many-b', ...remote({ packageType: 'npm' }) },
    ]
    const bad = [...all, { key: 'many-c', rclass: 'local', packageType: 'cobol' }]
    expect((await app.fetch(batch, json('PUT', bad))).status).toBe(400)
    expect(
      (await app.fetch(batch, json('PUT', [...all, { key: 'npm-local', rclass: 'local' }]))).status,
    ).toBe(409)
    expect(await exists('many-a')).toBe(false)
    expect((await app.fetch(batch, json('PUT', all))).status).toBe(201)
    expect(await read('many-virtual')).toMatchObject({ repositories: ['many-b', 'many-a'] })

    const changes = [
      { key: 'many-a', notes: 'n' },
      { key: 'many-b', offline: 'maybe' },
    ]
    expect((await app.fetch(batch, json('POST', changes))).status).toBe(400)
    expect(await read('many-a')).toMatchObject({ notes: '' })
    const good = [changes[0], { key: 'many-b', offline: true }]
    expect((await app.fetch(batch, json('POST', good))).status).toBe(200)
    expect([await read('many-a'), await read('many-b')]).toMatchObject([{ notes: 'n' }, { offline: true }])
    expect((await app.fetch(batch, json('PUT', []))).status).toBe(400)
    expect((await app.fetch(batch, json('POST', [{ notes: 'n' }]))).status).toBe(400)
  })
})

describe('virtual repositories', () => {
  const virtual = (key: string, repositories: string[], more: object = {}) =>
    put(key, { rclass: 'virtual', packageType: 'npm', repositories, ...more })

  test('have members that exist and are of their type, each once', async () => {
    for (const members of [['nowhere'], ['generic-local'], ['npm-local', 'npm-local'], ['self']])
      expect([members, (await virtual('self', members)).status]).toEqual([members, 400])
    expect(await exists('self')).toBe(false)
  })

  test('do not hold themselves, at whatever depth', async () => {
    await virtual('ring-a', ['npm-local'])
    await virtual('ring-b', ['ring-a'])
    await virtual('ring-c', ['ring-b', 'npm-local'])
    const [status, sentence] = await refusal(await post('ring-a', { repositories: ['npm-local', 'ring-c'] }))
    expect(status).toBe(400)
    expect(sentence).toContain('ring-a → ring-c → ring-b → ring-a')
    expect(await read('ring-a')).toMatchObject({ repositories: ['npm-local'] })
  })

  test('deploy to a local member only', async () => {
    await put('deploy-remote', remote({ packageType: 'npm' }))
    const members = ['deploy-remote', 'npm-local']
    for (const defaultDeploymentRepo of ['deploy-remote', 'generic-local', 'nowhere'])
      expect((await virtual('deploying', members, { defaultDeploymentRepo })).status).toBe(400)
    expect((await virtual('deploying', members, { defaultDeploymentRepo: 'npm-local' })).status).toBe(200)
  })

  test('lose a member that is deleted', async () => {
    await put('leaving', { packageType: 'npm' })
    await virtual('losing', ['leaving', 'npm-local'], { defaultDeploymentRepo: 'leaving', notes: 'kept' })
    const reply = await remove('leaving')
    expect([reply.status, await reply.text()]).toEqual([
      200,
      "Repository 'leaving' and all its content have been removed successfully.\n",
    ])
    expect(await read('losing')).toMatchObject({
      repositories: ['npm-local'],
      defaultDeploymentRepo: '',
      notes: 'kept',
    })
    expect((await remove('leaving')).status).toBe(404)
  })
})

describe('who may', () => {
  test('managers of resources all, project administrators in their project, nobody else', async () => {
    const project = '/access/api/v1/projects'
    await app.fetch(
      project,
      json('POST', {
        project_key: 'shop',
        display_name: 'Shop',
        admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
      }),
    )
    const pia = app.as(await app.user({ name: 'pia' }))
    await app.fetch(`${project}/shop/users/pia`, json('PUT', { roles: ['Project Admin'] }))
    const res = app.as(await app.user({ name: 'res', privileges: ['resources'] }))

    expect((await put('shop-a', { projectKey: 'shop', environments: ['DEV'] }, pia)).status).toBe(200)
    expect(await read('shop-a')).toMatchObject({ projectKey: 'shop', environments: ['DEV'] })
    // The key says whose it is.
    expect((await put('mine', { projectKey: 'shop' }, pia)).status).toBe(400)
    expect((await put('mine', {}, pia)).status).toBe(403)
    expect((await post('shop-a', { notes: 'n' }, pia)).status).toBe(200)
    expect((await post('shop-a', { projectKey: '' }, pia)).status).toBe(403)
    expect((await post('npm-local', { notes: 'n' }, pia)).status).toBe(404)
    expect((await remove('npm-local', pia)).status).toBe(404)
    expect((await app.fetch(batch, json('PUT', []))).status).toBe(400)

    expect((await put('of-res', {}, res)).status).toBe(200)
    expect((await remove('of-res', res)).status).toBe(200)
    expect((await remove('shop-a', pia)).status).toBe(200)

    const reader = app.as(await app.user({ name: 'rea', grants: [{ action: 'manage', repository: '*' }] }))
    expect((await put('nope', {}, reader)).status).toBe(403)
    expect((await remove('npm-local', reader)).status).not.toBe(200)
    expect((await put('nope', {}, app.anonymous)).status).toBe(401)
    const rows = await app.db.selectFrom('audit').select('kind').where('target', '=', 'shop-a').execute()
    expect(rows.map(({ kind }) => kind)).toEqual([
      'repository.created',
      'repository.updated',
      'repository.deleted',
    ])
  })
})
