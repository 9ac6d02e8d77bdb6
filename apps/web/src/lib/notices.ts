// Notifications: what is floating now, and what was said during this visit.
import { createStore } from './store.ts'

export type NoticeKind = 'success' | 'info' | 'warning' | 'error'

export interface Notice {
  id: number
  kind: NoticeKind
  text: string
  at: Date
}

/** Confirmations of what one just did and can see. */
export const shortNotice = 3000
/** Everything one has to read. */
export const longNotice = 4500

export const visibleNotices = createStore<Notice[]>([])
export const pastNotices = createStore<Notice[]>([])
export const unreadNotices = createStore(0)

const mostVisible = 3
const mostKept = 100
let lastId = 0

export function notify(kind: NoticeKind, text: string) {
  lastId += 1
  const notice: Notice = { id: lastId, kind, text, at: new Date() }
  visibleNotices.set([notice, ...visibleNotices.get()].slice(0, mostVisible))
  pastNotices.set([notice, ...pastNotices.get()].slice(0, mostKept))
  unreadNotices.set(unreadNotices.get() + 1)
}

export const durationOf = (kind: NoticeKind) => (kind === 'success' ? shortNotice : longNotice)

export function dismiss(id: number) {
  visibleNotices.set(visibleNotices.get().filter((notice) => notice.id !== id))
}

export function clearNotices() {
  visibleNotices.set([])
  pastNotices.set([])
  unreadNotices.set(0)
}
