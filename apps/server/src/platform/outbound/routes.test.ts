import { rootCertificates } from 'node:tls'
import { expect, test } from 'vitest'
import { createOutboundPolicy } from './policy.ts'
import { Routes } from './routes.ts'

const url = new URL('https://example.test/')
const proxy = {
  key: 'p',
  host: 'proxy.test',
  port: 1,
  user: '',
  password: '',
  redirectingHosts: [],
  noProxy: ['*'],
}

test('connections are shared by those who take the same way, and those of ways that nobody takes any more end', async () => {
  const routes = new Routes(createOutboundPolicy([]))
  const take = async (localAddress: string) => (await routes.choose(url, null, { localAddress })).dispatcher
  const [first, second] = [await take('127.0.0.1'), await take('127.0.0.2')]
  expect(await take('127.0.0.1')).toBe(first)
  expect(second).not.toBe(first)
  for (let last = 3; last < 52; last++) await take(`127.0.0.${last}`)
  expect(await take('127.0.0.1')).toBe(first)
  expect(await take('127.0.0.2')).not.toBe(second)
  expect(second).toMatchObject({ closed: true })
  expect(first).toMatchObject({ closed: false })
  await routes.close()
})

test('who trusts another authority, and who shows another certificate, has connections of their own', async () => {
  const routes = new Routes(createOutboundPolicy([]))
  const take = async (authority: string) => (await routes.choose(url, proxy, { authority })).dispatcher
  const [one = '', other = ''] = rootCertificates
  expect(await take(one)).toBe(await take(one))
  expect(await take(other)).not.toBe(await take(one))
  await routes.close()
})
