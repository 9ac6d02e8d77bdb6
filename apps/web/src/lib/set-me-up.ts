// The set-me-up panel: whether it is visible, and what it was opened for.
import { createStore } from './store.ts'

export interface SetMeUpConfig {
  /** Take the repository and type from the page that is open. */
  getActiveNode: boolean
  repository?: string
  format?: string
}

interface SetMeUpPanel {
  isVisible: boolean
  config: SetMeUpConfig
}

const hidden: SetMeUpPanel = { isVisible: false, config: { getActiveNode: true } }

export const setMeUpPanel = createStore<SetMeUpPanel>(hidden)

export const showSetMeUp = (config: SetMeUpConfig = hidden.config) =>
  setMeUpPanel.set({ isVisible: true, config })

/** The next opening starts from the page again. */
export const hideSetMeUp = () => setMeUpPanel.set(hidden)
