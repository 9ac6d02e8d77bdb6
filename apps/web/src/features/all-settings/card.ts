import type { Icon } from '../../ui/icons.ts'

/** One page of the administration, as the grid shows it. */
export interface SettingCard {
  /** The path of its screen, which is how the server names its state. */
  page: string
  to: string
  title: string
  icon: Icon
  /** Why it cannot be opened; undefined when it can. */
  disabledBy: string | undefined
}

export interface CardGroup {
  id: string
  title: string
  cards: SettingCard[]
}
