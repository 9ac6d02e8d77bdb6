// Clean-up policies as they are kept.
import { CleanupPolicy } from '@bindery/contracts'
import { z } from 'zod'
import { notFound } from '../../platform/errors.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import type { Services } from '../feature.ts'

export const policies = liveSetting(
  'cleanup-policies',
  z.object({ policies: z.array(CleanupPolicy).default([]) }),
)

export const listPolicies = async ({ access }: Services): Promise<CleanupPolicy[]> =>
  (await access.live.get(policies)).policies

export async function getPolicy(services: Services, key: string): Promise<CleanupPolicy> {
  return existing(
    (await listPolicies(services)).find((one) => one.key === key),
    key,
  )
}

export function existing(policy: CleanupPolicy | undefined, key: string): CleanupPolicy {
  if (policy === undefined) throw notFound('clean-up policy', key)
  return policy
}
