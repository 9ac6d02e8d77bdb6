// The grid of all settings, made from the menu of the administration.
import type { CardGroup, SettingCard } from '../features/all-settings/card.ts'
import { AllSettingsScreen } from '../features/all-settings/all-settings-screen.tsx'
import { useCircumstances } from '../lib/circumstances.ts'
import { message } from '../lib/messages.ts'
import { useCurrentUser } from '../lib/session.ts'
import { AdministrationIcon } from '../ui/icons.ts'
import { arrange, entriesOf, type MenuItem, menuGroups, type OpenEntry } from './menu.ts'
import { screens } from './screens.ts'

const ownPath = '/admin/artifactory/list'

export function AllSettings() {
  const user = useCurrentUser()
  const now = useCircumstances()
  const entries = now === undefined ? [] : entriesOf('administration', screens, user, now)
  const others = entries.filter(({ screen }) => screen.path !== ownPath)
  return <AllSettingsScreen groups={arrange('administration', others).map(groupOf)} />
}

/** What stands alone in the menu has a line of its own here. */
const groupOf = (item: MenuItem): CardGroup =>
  item.kind === 'group'
    ? { id: item.id, title: message(menuGroups[item.id].label), cards: item.members.map(cardOf) }
    : { id: item.entry.to, title: message(item.entry.menu.label), cards: [cardOf(item.entry)] }

const cardOf = ({ screen, menu, to, verdict }: OpenEntry): SettingCard => ({
  page: screen.path,
  to,
  title: message(menu.label),
  icon: menu.icon ?? (menu.group === undefined ? AdministrationIcon : menuGroups[menu.group].icon),
  disabledBy: verdict.kind === 'disabled' ? verdict.reason : undefined,
})
