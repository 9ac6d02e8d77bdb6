import { endpoint } from '@bindery/contracts'
import { expect, test } from 'vitest'
import { implement, later } from './implement.ts'

const area = { hello: endpoint('GET /hello', 'Says hello', {}) }

const endpoints = implement<typeof area, string, undefined, undefined>(area, {
  hello: { allow: 'anyone', handle: () => undefined },
})

test('code that could not be loaded once is loaded when it is asked for again, and then kept', async () => {
  let asked = 0
  const [offered] = later([area], async () => {
    asked += 1
    if (asked === 1) throw new Error('too many open files')
    return { endpoints }
  })
  await expect(offered?.load()).rejects.toThrow('too many open files')
  const [first, beside] = await Promise.all([offered?.load(), offered?.load()])
  expect(first).toBe(endpoints[0])
  expect(beside).toBe(first)
  expect(await offered?.load()).toBe(first)
  expect(asked).toBe(2)
})
