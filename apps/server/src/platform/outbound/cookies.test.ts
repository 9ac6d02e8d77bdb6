import { expect, test } from 'vitest'
import { CookieJar } from './cookies.ts'

const at = (path: string, host = 'https://up.example') => new URL(path, host)

test('a cookie goes back to the host and below the path that it was set for', () => {
  const jar = new CookieJar()
  jar.take(at('/a/b'), ['s=1; Path=/a', 'node=x; Domain=example', 'bad'])
  expect(jar.headerFor(at('/a/c'))).toBe('s=1; node=x')
  expect(jar.headerFor(at('/ab'))).toBeUndefined()
  expect(jar.headerFor(at('/a/c', 'https://other.example'))).toBeUndefined()
})

test('a secure one waits for TLS, one that is over goes, a new one takes its place', () => {
  const jar = new CookieJar()
  jar.take(at('/'), ['s=1; Secure', 'old=1; Max-Age=10', 'dated=1; Expires=Thu, 01 Jan 1970 00:00:20 GMT'], 0)
  expect(jar.headerFor(at('/', 'http://up.example'), 5_000)).toBe('old=1; dated=1')
  expect(jar.headerFor(at('/'), 15_000)).toBe('s=1; dated=1')
  jar.take(at('/'), ['s=2', 'dated=; Max-Age=0'], 16_000)
  expect(jar.headerFor(at('/'), 17_000)).toBe('s=2')
})

test('a server cannot fill the memory', () => {
  const jar = new CookieJar()
  jar.take(
    at('/'),
    Array.from({ length: 500 }, (_, index) => `c${index}=1`),
  )
  expect(jar.headerFor(at('/'))?.split('; ')).toHaveLength(100)
})
