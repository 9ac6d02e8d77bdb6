import { expect, test } from 'vitest'
import { ByteCache } from './byte-cache.ts'

test('the entry unused for longest goes when there are too many bytes', () => {
  const cache = new ByteCache(100)
  cache.put('a', Buffer.alloc(40))
  cache.put('b', Buffer.alloc(40))
  cache.find('a')
  cache.put('c', Buffer.alloc(40))
  expect(cache.find('b')).toBeUndefined()
  expect(cache.find('a')?.byteLength).toBe(40)
  expect(cache.bytes).toBe(80)
})

test('replacing and removing keep the count right', () => {
  const cache = new ByteCache(100)
  cache.put('a', Buffer.alloc(40))
  cache.put('a', Buffer.alloc(10))
  expect(cache.bytes).toBe(10)
  cache.remove('a')
  cache.remove('a')
  expect(cache.bytes).toBe(0)
  cache.put('huge', Buffer.alloc(101))
  expect(cache.bytes).toBe(0)
})
