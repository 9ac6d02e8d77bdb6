// The project that somebody works in: one of their own, or all of them. Kept in this browser for the user who chose it,
// until they sign out.
import { type OwnProject, projectViews } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { query } from './query.ts'
import { useCurrentUser } from './session.ts'
import { createStoredStore, useStore } from './store.ts'

interface Choice {
  user: string
  /** None: all projects. */
  key: string | undefined
  /** The last ones chosen, the present one first. */
  recent: string[]
}

const mostRecent = 5
const nobody: Choice = { user: '', key: undefined, recent: [] }

const choice = createStoredStore<Choice>('bindery.project', nobody)

/** How many are offered before somebody types. */
const offered = 50

export const ownProjects = (search = '') => query(projectViews.own, { query: { search, limit: offered } })
const known = (keys: string[]) => query(projectViews.own, { query: { keys: keys.join(',') } })

export function chooseProject(user: string, key: string | undefined) {
  const recent = choice.get().user === user ? choice.get().recent : []
  const others = recent.filter((other) => other !== key)
  choice.set({ user, key, recent: key === undefined ? recent : [key, ...others].slice(0, mostRecent) })
}

export const forgetProject = () => choice.set(nobody)

interface ProjectChoice {
  /** Undefined while all of them are meant, and when the one that was chosen is gone. */
  chosen: OwnProject | undefined
  recent: OwnProject[]
  hasProjects: boolean
  canAdminister: boolean
  isPending: boolean
}

export function useProjectChoice(): ProjectChoice {
  const user = useCurrentUser()
  const { key, recent } = ofUser(useStore(choice), user?.name)
  const isAsked = user !== null && !user.isAnonymous
  const own = useQuery({ ...ownProjects(), enabled: isAsked })
  const named = useQuery({ ...known(recent), enabled: isAsked && recent.length > 0 })
  const find = (wanted: string | undefined) => named.data?.items.find((project) => project.key === wanted)
  return {
    chosen: find(key),
    recent: recent.map(find).filter((project) => project !== undefined),
    hasProjects: (own.data?.total ?? 0) > 0,
    canAdminister: own.data?.canAdminister === true,
    isPending: (own.isPending && isAsked) || (named.isPending && key !== undefined && isAsked),
  }
}

/** What another user of this browser chose is not theirs. */
const ofUser = (stored: Choice, user: string | undefined): Choice => (stored.user === user ? stored : nobody)
