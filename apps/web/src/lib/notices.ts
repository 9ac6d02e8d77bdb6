// Notifications: what is floating now, and what was said during this visit.
import { createStore } from './store.ts'

export type NoticeKind = 'success' | 'info' | 'warning' | 'error'

export interface Notice {
  id: number
  kind: NoticeKind
  text: string
  /** The same with marks, from our own catalogue; shown as far as ui/safe-html.tsx lets it through. */
  html?: string | undefined
  at: Date
  duration: number
  /** What can be done about it as long as it floats, such as taking it back. */
  action?: { label: string; run: () => void } | undefined
}

/** Confirmations and news: what one just did and can see. */
export const shortNotice = 3000
/** Errors and warnings: what one has to read. */
const longNotice = 4500

export const visibleNotices = createStore<Notice[]>([])
export const pastNotices = createStore<Notice[]>([])
export const unreadNotices = createStore(0)

const mostVisible = 3
const mostKept = 100
let lastId = 0

interface NoticeOptions {
  duration?: number
  action?: Notice['action']
  html?: string
}

export function notify(kind: NoticeKind, text: string, options: NoticeOptions = {}) {
  lastId += 1
  const { duration = durationOf(kind), html, action } = options
  const notice: Notice = { id: lastId, kind, text, html, duration, at: new Date(), action }
  visibleNotices.set([notice, ...visibleNotices.get()].slice(0, mostVisible))
  pastNotices.set([notice, ...pastNotices.get()].slice(0, mostKept))
  unreadNotices.set(unreadNotices.get() + 1)
}

const durationOf = (kind: NoticeKind) => (kind === 'success' || kind === 'info' ? shortNotice : longNotice)

export function dismiss(id: number) {
  visibleNotices.set(visibleNotices.get().filter((notice) => notice.id !== id))
}

export function clearNotices() {
  visibleNotices.set([])
  pastNotices.set([])
  unreadNotices.set(0)
}
