import type { ContactRequest } from '@bindery/contracts'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { startMailServer, useMailServer } from '../../../../../tests/support/mail-server.ts'

const lead = (more: object = {}) => ({
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Country: 'AT',
  Email: 'ada@example.org',
  topic: 'support',
  Comments: 'The engine does not start.',
  ...more,
})
const contact = (send: Send, more: object = {}) =>
  send('/ui/api/v1/marketing/contact', json('POST', lead(more)))
const requests = async (app: TestApp) => {
  const reply = await app.fetch('/ui/api/v1/contact-requests')
  return ((await reply.json()) as { items: ContactRequest[] }).items
}
const retry = (app: TestApp, id: string) =>
  app.fetch(`/ui/api/v1/contact-requests/${id}/retry`, { method: 'POST' })

/** Once the worker has come so far. */
async function settled(app: TestApp, state: ContactRequest['state']): Promise<ContactRequest | undefined> {
  await expect.poll(async () => (await requests(app))[0]?.state).toBe(state)
  return (await requests(app))[0]
}

describe('without an address', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
  })
  afterAll(() => app.close())

  test('API-32 CONTACT-09 CONTACT-10: a lead is kept with the three marks of its topic, whatever was sent as such', async () => {
    const ann = app.as(await app.user({ name: 'ann' }))
    const marks: Record<string, string> = {
      demo: 'Demo Request',
      support: 'Technical Support',
      trialExtension: 'Trial Extension',
      sales: 'Contact Sales',
    }
    for (const topic of Object.keys(marks))
      expect((await contact(ann, { topic, LeadSource: 'forged' })).status).toBe(201)
    const kept = await requests(app)
    expect(kept.map(({ topic }) => topic)).toEqual(Object.keys(marks).toReversed())
    for (const { topic, source } of kept)
      expect(source).toEqual({
        LeadSource: 'Product',
        Lead_Source_Details__c: expect.stringContaining('In-product'),
        MRK_FormType__c: marks[topic],
      })
    expect(kept[0]).toMatchObject({
      by: 'ann',
      firstName: 'Ada',
      lastName: 'Lovelace',
      country: 'AT',
      email: 'ada@example.org',
      comment: 'The engine does not start.',
      state: 'kept',
    })
  })

  test.each([
    ['no first name', { FirstName: ' ' }, 'FirstName'],
    ['no last name', { LastName: '' }, 'LastName'],
    ['a name that would be a header of a letter', { LastName: 'L\r\nBcc: x@example.com' }, 'LastName'],
    ['no country', { Country: '' }, 'Country'],
    ['an address that is none', { Email: 'ada' }, 'Email'],
    ['a topic that is not offered', { topic: 'complaint' }, 'topic'],
    ['a comment without end', { Comments: 'x'.repeat(4001) }, 'Comments'],
  ])('VAL-16: %s is refused by name', async (_, more, field) => {
    const reply = await contact(app.fetch, more)
    expect([reply.status, await reply.json()]).toMatchObject([400, { errors: [{ field }] }])
  })

  test('readers without an account may write where reading is open; ten an hour of one address are enough', async () => {
    let taken = 0
    let reply = await contact(app.anonymous, { Comments: '' })
    // Twice ten, should the hour end meanwhile.
    for (; reply.status === 201 && taken < 20; taken++) reply = await contact(app.anonymous)
    expect(taken).toBeGreaterThan(0)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await requests(app))[0]).toMatchObject({ by: 'anonymous' })
  })

  test('administrators page through them and delete them; nobody else sees them', async () => {
    const first = (await (await app.fetch('/ui/api/v1/contact-requests?limit=2')).json()) as {
      items: ContactRequest[]
      total: number
      endCursor: string
    }
    expect(first.items).toHaveLength(2)
    const second = (await (
      await app.fetch(`/ui/api/v1/contact-requests?limit=2&after=${first.endCursor}`)
    ).json()) as typeof first
    expect(second.items[0]?.id).not.toBe(first.items[1]?.id)
    const gone = first.items[0]?.id ?? ''
    const drop = () => app.fetch(`/ui/api/v1/contact-requests/${gone}`, { method: 'DELETE' })
    expect((await drop()).status).toBe(204)
    expect((await drop()).status).toBe(404)
    expect((await requests(app)).map(({ id }) => id)).not.toContain(gone)
    const audit = (await (await app.fetch('/ui/api/v1/audit?kind=contact.removed')).json()) as typeof first
    expect(audit.items).toMatchObject([{ target: gone }])
  })

  test('there is nowhere to deliver to', async () => {
    const reply = await retry(app, (await requests(app))[0]?.id ?? '')
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('contactMail')])
    expect(await (await app.fetch('/ui/api/v1/contact-target')).json()).toEqual({ kind: 'none', address: '' })
  })
})

test('CONTACT-18: a lead is mailed to the configured address, and answers go to who asked', async () => {
  const post = await startMailServer()
  const app = await startTestApp({
    env: {
      BINDERY_CONTACT_MAIL: 'desk@example.com',
      BINDERY_OUTBOUND_ALLOW: '127.0.0.1',
      BINDERY_BASE_URL: 'https://bindery.example.com',
    },
  })
  try {
    await useMailServer(app, post)
    expect((await contact(app.fetch)).status).toBe(201)
    const letter = await post.letterTo('desk@example.com')
    expect(letter.raw).toMatch(/^Reply-To: ada@example\.org\r$/m)
    expect(letter.text).toContain('The engine does not start.')
    expect(letter.text).toContain('Austria')
    expect(letter.text).toContain('MRK_FormType__c: Technical Support')
    expect(letter.text).toContain('https://bindery.example.com/ui/admin/configuration/contact')
    const delivered = await settled(app, 'delivered')
    expect((await retry(app, delivered?.id ?? '')).status).toBe(204)
    await post.letterTo('desk@example.com')
    expect((await retry(app, 'no-such-request')).status).toBe(404)
  } finally {
    await app.close()
    await post.close()
  }
})

test('a lead is posted to the configured URL; a refusal is tried again and can be looked at', async () => {
  const desk = await startDesk()
  const app = await startTestApp({
    env: { BINDERY_CONTACT_URL: desk.url, BINDERY_OUTBOUND_ALLOW: '127.0.0.1' },
  })
  try {
    desk.status = 503
    await contact(app.fetch, { topic: 'demo' })
    await expect
      .poll(async () => (await requests(app))[0]?.lastError)
      .toBe('The desk answered with status 503.')
    expect((await requests(app))[0]).toMatchObject({ state: 'waiting', attempts: 1 })
    desk.status = 204
    const id = (await requests(app))[0]?.id ?? ''
    expect((await retry(app, id)).status).toBe(204)
    const delivered = await settled(app, 'delivered')
    expect(delivered).toMatchObject({ lastError: null, deliveredAt: expect.any(String) })
    expect(desk.received.at(-1)).toMatchObject({
      headers: { 'idempotency-key': id },
      body: {
        FirstName: 'Ada',
        Email: 'ada@example.org',
        topic: 'demo',
        LeadSource: 'Product',
        MRK_FormType__c: 'Demo Request',
      },
    })
  } finally {
    await app.close()
    await desk.close()
  }
})

test('an address inside the machine is not posted to unless its owner opened it', async () => {
  const desk = await startDesk()
  const app = await startTestApp({ env: { BINDERY_CONTACT_URL: desk.url } })
  try {
    await contact(app.fetch)
    await expect.poll(async () => (await requests(app))[0]?.lastError).toContain('outboundAllow')
    expect(desk.received).toEqual([])
  } finally {
    await app.close()
    await desk.close()
  }
})

test('two addresses at once, or one that is none, stop the start', async () => {
  const start = (env: Record<string, string>) => startTestApp({ env })
  await expect(
    start({ BINDERY_CONTACT_MAIL: 'a@b.c', BINDERY_CONTACT_URL: 'https://desk.example.com' }),
  ).rejects.toThrow('give one of the two')
  await expect(start({ BINDERY_CONTACT_MAIL: 'desk' })).rejects.toThrow('contactMail must be')
})

interface Desk {
  url: string
  status: number
  received: { headers: IncomingHttpHeaders; body: unknown }[]
  close(): Promise<void>
}

async function startDesk(): Promise<Desk> {
  const received: Desk['received'] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(desk.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const desk: Desk = {
    url: `http://127.0.0.1:${port}/requests`,
    status: 200,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return desk
}
