// What the frame is drawn from: who is looking, what the installation is, and what readers work with.
// Fetched once; when that fails, the next navigation tries again.
import { type Current, type Footer, frame, saml, session } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { cache, query } from './query.ts'
import { createStore } from './store.ts'

const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const current = { ...query(session.current, {}), ...once }
export const footer = { ...query(frame.footer, {}), ...once }
const services = { ...query(frame.services, {}), ...once }
const entitlements = { ...query(frame.entitlements, {}), ...once }
const features = { ...query(frame.features, {}), ...once }
const scanner = { ...query(frame.scanner, {}), ...once }
const supportAnalytics = { ...query(frame.supportAnalytics, {}), ...once }
const packageTypes = { ...query(frame.packageTypes, {}), ...once }
const repositoryData = { ...query(frame.repositoryData, {}), ...once }
const onboarding = { ...query(frame.onboarding, { query: { jfLoader: 'true' } }), ...once }
const samlLogout = { ...query(saml.logoutRequest, {}), ...once }

export interface Start extends Current, Footer {}

/** Whether the initial data is on its way. */
export const isStarting = createStore(false)

let isFetched = false
let running: Promise<void> | undefined

/** Who is looking and at what; the first call fetches everything that screens start from. */
export async function loadStart(): Promise<Start> {
  if (running !== undefined) await running
  else if (!isFetched) await (running = fetchAll().finally(() => (running = undefined)))
  return { ...(await cache.ensureQueryData(footer)), ...(await cache.ensureQueryData(current)) }
}

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

export async function availableServices(): Promise<ReadonlySet<string>> {
  const list = await cache.ensureQueryData(services)
  return new Set(list.filter(({ isAvailable }) => isAvailable).map(({ name }) => name))
}

export function useStart(): Start | undefined {
  const who = useQuery(current).data
  const what = useQuery(footer).data
  return who === undefined || what === undefined ? undefined : { ...what, ...who }
}

/** Only readers may ask. */
const useIsReader = () => (useQuery(current).data?.user ?? null) !== null

export const useServices = () => useQuery(services).data ?? []
export const useFeatures = () => useQuery({ ...features, enabled: useIsReader() }).data ?? {}
export const useRepositoryData = () => useQuery({ ...repositoryData, enabled: useIsReader() }).data
