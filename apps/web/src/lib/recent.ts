// What somebody searched for and looked at lately, newest first; kept per browser and person.
import { createStore, type Store } from './store.ts'

export interface Visit {
  /** Below /ui, with its query. */
  href: string
  label: string
  /** The kind of object, for the icon: a package format, or nothing. */
  format?: string
}

const mostSearches = 10
const mostVisits = 8

interface Recent {
  searches: string[]
  visits: Visit[]
}

const nothing: Recent = { searches: [], visits: [] }

export const recent: Store<Recent> = createStore(nothing)
let storageKey = ''

/** Takes up what this person left in this browser. */
export function openRecent(person: string) {
  storageKey = `bindery.recent.${person}`
  recent.set(read())
}

export function noteSearch(text: string) {
  const { searches, visits } = recent.get()
  keep({ visits, searches: [text, ...searches.filter((other) => other !== text)].slice(0, mostSearches) })
}

export function noteVisit(visit: Visit) {
  const { searches, visits } = recent.get()
  keep({
    searches,
    visits: [visit, ...visits.filter(({ href }) => href !== visit.href)].slice(0, mostVisits),
  })
}

function keep(value: Recent) {
  recent.set(value)
  try {
    localStorage.setItem(storageKey, JSON.stringify(value))
  } catch {
    return // full or forbidden: it lasts for the visit
  }
}

function read(): Recent {
  try {
    const text = localStorage.getItem(storageKey)
    return text === null ? nothing : { ...nothing, ...(JSON.parse(text) as Partial<Recent>) } // as kept above
  } catch {
    return nothing
  }
}
