// What the frame is drawn from: who is looking, what the installation is, and what readers work with.
// Fetched once; when that fails, the next navigation tries again.
import {
  type CallInput,
  type Current,
  type Endpoint,
  type Footer,
  frame,
  saml,
  session,
  type Shape,
} from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { cache, query } from './query.ts'
import { createStore } from './store.ts'

/** Asked once, and not given up when the screen that waits for it goes. */
const part = <S extends Shape>(endpoint: Endpoint<S>, input: CallInput<S>) => ({
  ...query(endpoint, input),
  queryFn: () => call(endpoint, input),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { isStart: true },
})

export const current = part(session.current, {})
const footer = part(frame.footer, {})
const services = part(frame.services, {})
const entitlements = part(frame.entitlements, {})
const features = part(frame.features, {})
const scanner = part(frame.scanner, {})
const supportAnalytics = part(frame.supportAnalytics, {})
const packageTypes = part(frame.packageTypes, {})
const repositoryData = part(frame.repositoryData, {})
const onboarding = part(frame.onboarding, { query: { jfLoader: 'true' } })
const samlLogout = part(saml.logoutRequest, { query: { peek: 'true' } })

/** The same for everybody. */
const common = new Set<unknown>([footer, services, entitlements].map(({ queryKey }) => queryKey[0]))

/** Whether an answer is about the one who is looking, and has to go when somebody else does. */
export const isPersonal = ([path]: readonly unknown[]) => path !== current.queryKey[0] && !common.has(path)

export interface Start extends Current, Footer {}

/** Whether the initial data is on its way. */
const isStarting = createStore(false)

let isFetched = false
let running: Promise<void> | undefined

/** Who is looking and at what; the first call fetches everything that screens start from. */
export async function loadStart(): Promise<Start> {
  if (running !== undefined) await running
  else if (!isFetched) await (running = fetchAll().finally(() => (running = undefined)))
  return { ...(await cache.ensureQueryData(footer)), ...(await cache.ensureQueryData(current)) }
}

/** What a page waits for is given up; what all pages start from is not. */
export const cancelRequests = () =>
  cache.cancelQueries({ predicate: ({ meta }) => meta?.['isStart'] !== true })

/** Somebody else is looking: what readers work with is asked again. */
export const forgetStart = () => {
  isFetched = false
}

async function fetchAll(): Promise<void> {
  isFetched = true
  isStarting.set(true)
  try {
    const [{ user }] = await Promise.all([
      cache.ensureQueryData(current),
      cache.ensureQueryData(footer),
      cache.ensureQueryData(services),
      cache.ensureQueryData(entitlements),
    ])
    if (user !== null) await fetchForReaders(user.isAnonymous)
  } catch (error) {
    isFetched = false
    throw error
  } finally {
    isStarting.set(false)
  }
}

/** Without these the frame still stands: a failure is logged, and the next navigation asks again. */
async function fetchForReaders(isAnonymous: boolean): Promise<void> {
  const available = await availableServices()
  const isPerson = !isAnonymous
  try {
    await Promise.all([
      cache.ensureQueryData(features),
      cache.ensureQueryData(packageTypes),
      cache.ensureQueryData(repositoryData),
      cache.ensureQueryData(onboarding),
      isPerson && cache.ensureQueryData(samlLogout),
      isPerson && available.has('insight') && cache.ensureQueryData(supportAnalytics),
      available.has('xray') && cache.ensureQueryData(scanner),
    ])
  } catch (error) {
    isFetched = false
    console.error('The navigation could not be initialised.', error)
  }
}

async function availableServices(): Promise<ReadonlySet<string>> {
  const list = await cache.ensureQueryData(services)
  return new Set(list.filter(({ isAvailable }) => isAvailable).map(({ name }) => name))
}

export const loadRepositoryData = () => cache.ensureQueryData(repositoryData)

export function useStart(): Start | undefined {
  const who = useQuery(current).data
  const what = useQuery(footer).data
  return who === undefined || what === undefined ? undefined : { ...what, ...who }
}

/** Only readers may ask. */
const useIsReader = () => (useQuery(current).data?.user ?? null) !== null

export const useServices = () => useQuery(services).data ?? []
export const useFeatures = () => useQuery({ ...features, enabled: useIsReader() }).data ?? {}
