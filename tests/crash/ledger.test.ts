import { expect, test } from 'vitest'
import { type Owed, owe, settle } from './ledger.ts'

test('an acknowledged change is owed', async () => {
  const owed: Owed<string> = { settled: 'old', pending: undefined }
  await owe(owed, 'new', async () => 'acknowledged')
  expect(owed).toEqual({ settled: 'new', pending: undefined })
  expect(settle(owed, (state) => state === 'old')).toBe('neither')
})

test('an unanswered change may have happened or not, and is fixed once it was looked at', async () => {
  const owed: Owed<string> = { settled: 'old', pending: undefined }
  await owe(owed, 'new', async () => 'unknown')
  expect(settle(structuredClone(owed), (state) => state === 'old')).toBe('as before')
  expect(settle(owed, (state) => state === 'new')).toBe('as asked')
  expect(settle(owed, (state) => state === 'old')).toBe('neither')
})

test('anything but the two is a loss', async () => {
  const owed: Owed<string> = { settled: 'old', pending: undefined }
  await owe(owed, 'new', async () => 'unknown')
  expect(settle(owed, (state) => state === 'half of new')).toBe('neither')
})
