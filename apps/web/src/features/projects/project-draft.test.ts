import { expect, test } from 'vitest'
import { bodyOf, draftOf, newProject } from './project-draft.ts'

test('a quota is shown in the unit it was given in, and sent as the same bytes', () => {
  const saved = (quota: number) => draftOf({ ...newProject, quota, isSoftLimit: false, isQuotaMailed: true })
  expect(saved(5 * 1024 ** 3)).toMatchObject({ limit: 'refuse', amount: 5, unit: 'GiB' })
  expect(saved(2 * 1024 ** 4)).toMatchObject({ amount: 2, unit: 'TiB' })
  for (const quota of [1000, 1024 ** 2, 1536 * 1024 ** 2, 5 * 1024 ** 3])
    expect(bodyOf(saved(quota)).storage_quota_bytes).toBe(quota)
  expect(bodyOf(saved(-1)).storage_quota_bytes).toBe(-1)
})
