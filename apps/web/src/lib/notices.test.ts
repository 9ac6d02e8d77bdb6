import { afterEach, expect, test } from 'vitest'
import { clearNotices, type NoticeKind, notify, visibleNotices } from './notices.ts'

afterEach(clearNotices)

test('LIM-06: errors and warnings stay 4500 ms, confirmations and news 3000 ms', () => {
  const stays = (kind: NoticeKind) => {
    notify(kind, 'A word')
    return visibleNotices.get()[0]?.duration
  }
  expect([stays('error'), stays('warning'), stays('success'), stays('info')]).toEqual([
    4500, 4500, 3000, 3000,
  ])
})
