import { expect, test } from 'vitest'
import { hideSetMeUp, setMeUpPanel, showSetMeUp } from './set-me-up.ts'

test('NAV-41 NAV-42: the panel is visible or hidden, and hiding sets its configuration back', () => {
  expect(setMeUpPanel.get()).toEqual({ isVisible: false, config: { getActiveNode: true } })
  showSetMeUp({ getActiveNode: false, repository: 'npm-local' })
  expect(setMeUpPanel.get()).toEqual({
    isVisible: true,
    config: { getActiveNode: false, repository: 'npm-local' },
  })
  hideSetMeUp()
  expect(setMeUpPanel.get()).toEqual({ isVisible: false, config: { getActiveNode: true } })
  showSetMeUp()
  expect(setMeUpPanel.get()).toEqual({ isVisible: true, config: { getActiveNode: true } })
})
