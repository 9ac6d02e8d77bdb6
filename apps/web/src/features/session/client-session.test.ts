import { expect, test } from 'vitest'
import { codeOf, findClientSession, forgetClientSession, noteClientSession } from './client-session.ts'

class Memory extends Map<string, string> implements Storage {
  [name: string]: unknown
  get length() {
    return this.size
  }
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
  removeItem = (key: string) => void this.delete(key)
  key = () => null
}

const search = { jfClientSession: '0a1b-c2d4', jfClientName: 'JFrog-CLI', jfClientCode: '1' }

test('AUTH-76, AUTH-77: session, name and code of a command line come from the address and lie under the same names', () => {
  const storage = new Memory()
  expect(noteClientSession(search, storage, 0)).toBe(true)
  expect([...storage.keys()]).toEqual(
    expect.arrayContaining(['jfClientSession', 'jfClientName', 'jfClientCode']),
  )
  const client = findClientSession(storage, 1)
  expect(client).toEqual({ session: '0a1b-c2d4', name: 'JFrog-CLI', asksForCode: true })
  expect(client && codeOf(client)).toBe('c2d4')
})

test('without a session in the address nothing is noted', () => {
  const storage = new Memory()
  expect(noteClientSession({ jfClientName: 'x' }, storage)).toBe(false)
  expect(findClientSession(storage)).toBeUndefined()
})

test('a code is asked for only when the command line says that it shows one', () => {
  const storage = new Memory()
  for (const jfClientCode of [undefined, '0', 'false']) {
    noteClientSession({ ...search, jfClientCode }, storage, 0)
    expect(findClientSession(storage, 1)?.asksForCode).toBe(false)
  }
})

test('AUTH-78: a request that was abandoned is forgotten after five minutes, an answered one at once', () => {
  const storage = new Memory()
  noteClientSession(search, storage, 0)
  expect(findClientSession(storage, 5 * 60_000)).toBeDefined()
  expect(findClientSession(storage, 5 * 60_000 + 1)).toBeUndefined()
  expect(storage.size).toBe(0)
  noteClientSession(search, storage, 0)
  forgetClientSession(storage)
  expect(storage.size).toBe(0)
})
