import { roleActions } from '@bindery/contracts'
import { expect, test } from 'vitest'
import { actionGroups } from './actions.ts'

test('the matrix offers every action once', () => {
  const offered = actionGroups.flatMap(({ actions }) => actions.map(({ action }) => action))
  expect(offered.toSorted()).toEqual([...roleActions].toSorted())
})
