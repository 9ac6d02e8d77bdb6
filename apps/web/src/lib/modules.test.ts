import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chunkLimit } from './chunks.ts'
import { createModuleLoader, inOrder, lastOrder, type Mountable, moduleLife } from './modules.ts'

const part: Mountable = { mount: () => () => undefined }
const request = { name: 'ruler', url: '/ruler.js' }
let logged: string[]

beforeEach(() => {
  logged = []
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation((text: string) => void logged.push(text))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('LIM-04: a request without an order has order 999; equal ones stay as they were given', () => {
  expect(lastOrder).toBe(999)
  const requests = [
    { ...request, name: 'none' },
    { ...request, name: 'thousand', order: 1000 },
    { ...request, name: 'also 999', order: 999 },
    { ...request, name: 'first', order: -1 },
    { ...request, name: '998', order: 998 },
  ]
  expect(inOrder(requests).map(({ name }) => name)).toEqual(['first', '998', 'none', 'also 999', 'thousand'])
})

test('LIM-03: a script is kept for one week, then asked for anew', async () => {
  const asked: string[] = []
  const loader = createModuleLoader(async (url) => {
    asked.push(url)
    return part
  })
  const both = await Promise.all([loader.load(request), loader.load(request)])
  expect(both).toEqual([part, part])
  vi.advanceTimersByTime(moduleLife - 1)
  await loader.load(request)
  expect(asked).toEqual(['/ruler.js'])
  vi.advanceTimersByTime(1)
  await loader.load(request)
  expect(asked).toEqual(['/ruler.js', '/ruler.js?1'])
  expect(moduleLife).toBe(604_800_000)
})

test('TOUR-38 TOUR-39 TOUR-40: what fails is named in the console, and nothing is returned', async () => {
  const loader = createModuleLoader(() => Promise.reject(new Error('No connection.')))
  expect(await loader.load(request)).toBeUndefined()
  expect(logged).toEqual(['The module ruler failed to load. No connection.'])
})

test('TOUR-38: a fallback stands in; when it fails as well, nothing is returned', async () => {
  const loader = createModuleLoader(() => Promise.reject(new Error('No connection.')))
  expect(await loader.load({ ...request, fallback: async () => part })).toBe(part)
  expect(logged).toEqual(['The module ruler failed to load. No connection.'])
  const worse = () => Promise.reject(new Error('Nor this.'))
  expect(await loader.load({ ...request, fallback: worse })).toBeUndefined()
  expect(logged.at(-1)).toBe('The module ruler failed to load. Nor this.')
})

test('a failure is not kept, and a script that offers nothing to mount is one', async () => {
  const answers: unknown[] = [{ other: 1 }, part]
  const loader = createModuleLoader(async () => answers.shift())
  expect(await loader.load(request)).toBeUndefined()
  expect(logged).toEqual(['The module ruler failed to load. It offers nothing that could be mounted.'])
  expect(await loader.load(request)).toBe(part)
})

test('LIM-01: a script that does not come within 120 seconds counts as failed', async () => {
  const loader = createModuleLoader(() => new Promise(() => undefined))
  let answer: unknown = 'waiting'
  void loader.load(request).then((module) => (answer = module))
  await vi.advanceTimersByTimeAsync(chunkLimit - 1)
  expect(answer).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(answer).toBeUndefined()
  expect(logged).toEqual(['The module ruler failed to load. It took more than 120 seconds.'])
})

test('several are fetched at once, and one that fails leaves the others', async () => {
  const loader = createModuleLoader(async (url) => {
    if (url === '/a.js') throw new Error('Gone.')
    return part
  })
  const loaded = await loader.loadAll([
    { name: 'b', url: '/b.js' },
    { name: 'a', url: '/a.js', order: 1 },
  ])
  expect(loaded.map(({ request: { name }, module }) => [name, module])).toEqual([
    ['a', undefined],
    ['b', part],
  ])
})
