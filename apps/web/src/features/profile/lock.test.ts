import { expect, test } from 'vitest'
import { isLocked } from './lock.ts'

const flags = [true, false]

test('AUTH-80, AUTH-81, AUTH-82, AUTH-83: the password is asked for whether or not the profile can be changed', () => {
  for (const existsInDB of flags)
    for (const profileUpdatable of flags)
      for (const requireProfilePassword of flags)
        for (const requireProfileUnlock of flags) {
          const state = { existsInDB, profileUpdatable, requireProfilePassword, requireProfileUnlock }
          const expected = existsInDB && requireProfilePassword && requireProfileUnlock
          expect([state, isLocked(state)]).toEqual([state, expected])
        }
})
