// What the rules about pages and menu entries look at, as it is now.
import { frame, type Service } from '@bindery/contracts'
import { type Start, useFeatures, useServices, useStart } from './frame.ts'
import type { Circumstances } from './gates.ts'
import { cache, query } from './query.ts'

export function useCircumstances(): Circumstances | undefined {
  const start = useStart()
  const services = useServices()
  const features = useFeatures()
  return start === undefined ? undefined : circumstancesOf(start, services, features)
}

/** The same for guards, which run outside of components; after the initial data is there. */
export const circumstancesNow = (start: Start): Circumstances =>
  circumstancesOf(
    start,
    cache.getQueryData(query(frame.services, {}).queryKey) ?? [],
    cache.getQueryData(query(frame.features, {}).queryKey) ?? {},
  )

const circumstancesOf = (
  { licenseType, switches, user }: Start,
  services: readonly Service[],
  features: Circumstances['features'],
): Circumstances => ({
  licenseType,
  isCloud: switches.isCloud,
  isAdmin: user?.isAdmin === true,
  services: new Set(services.filter(({ isAvailable }) => isAvailable).map(({ name }) => name)),
  features,
})
