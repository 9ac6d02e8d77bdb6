import { expect, test } from 'vitest'
import { chunkError, ChunkLoadError, chunkName, failedStyle, requestOf } from './chunk-error.ts'

const script = 'https://bindery.example.com/ui/assets/users-screen-DkkyhN80.js'
const style = 'https://bindery.example.com/ui/assets/users-screen-B_k-vSvM.css'

test('ERR-20: a script that failed is named with its chunk and the request', () => {
  const error = chunkError(new TypeError(`Failed to fetch dynamically imported module: ${script}`), 'unknown')
  expect(error).toMatchObject({ name: 'ChunkLoadError', chunk: 'users-screen', request: script })
  expect(error.message).toContain(`The script chunk users-screen failed to load from ${script}.`)
})

test('ERR-20: a style sheet that failed is named as one', () => {
  const cause = new Error(`Unable to preload CSS for ${style}`)
  expect(failedStyle(cause)).toBe(style)
  const error = chunkError(cause, script)
  expect(error).toMatchObject({ name: 'CssChunkLoadError', chunk: 'users-screen', request: style })
  expect(error.message).toContain(`The CSS chunk users-screen failed to load from ${style}.`)
})

test('where the browser names nothing, what was asked for is named', () => {
  const error = chunkError(new TypeError('Importing a module script failed.'), script)
  expect(error).toMatchObject({ name: 'ChunkLoadError', chunk: 'users-screen', request: script })
  expect(failedStyle(error.cause)).toBeUndefined()
  expect(chunkError(error, 'other')).toBe(error)
})

test('the request of a lazy import is read from the import', () => {
  const built = '() => g(() => import(`./users-screen-DkkyhN80.js`), __vite__mapDeps([0, 1]))'
  const load = Object.assign(() => undefined, { toString: () => built })
  expect(requestOf(load)).toMatch(/\/lib\/users-screen-DkkyhN80\.js$/)
  expect(requestOf(() => undefined)).toBe('')
})

test('the hash is no part of the name', () => {
  expect(
    ['index-DYmMLctM.js', 'account.en-B_krvSvM.js', 'create-dialog-CGRVOPp-.js', 'a.js?2'].map(chunkName),
  ).toEqual(['index', 'account.en', 'create-dialog', 'a'])
  expect(new ChunkLoadError(style, '').chunk).toBe('users-screen')
})
