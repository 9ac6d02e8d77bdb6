// What the palette offers without asking the server: pages and commands, found by their names and other words for them.
import type { CurrentUser } from '@bindery/contracts'
import type { Circumstances } from '../../lib/gates.ts'
import { message } from '../../lib/messages.ts'
import { keyCaps } from '../../lib/shortcut-list.ts'
import type { Icon } from '../../ui/icons.ts'
import { PageIcon } from '../../ui/icons.ts'
import { addressOf, allCommands, offered } from '../commands/commands.ts'
import type { Facts } from '../commands/facts.ts'
import { runCommand, type Tools } from '../commands/tools.ts'
import { entriesOf, menuGroups, type OpenEntry, type Section } from '../menu.ts'
import { screens } from '../screens.ts'
import { find } from './find.ts'
import { pageWords } from './page-words.ts'

export type Kind = 'packages' | 'repositories' | 'pages' | 'administration' | 'actions' | 'recent' | 'visited'

export interface PaletteItem {
  id: string
  label: string
  /** Said beside the label in the letters of a terminal. */
  version?: string
  note?: string
  /** At the right end, unless the row is selected and has something to copy. */
  aside?: string
  /** Other words that found it. */
  foundBy?: string
  icon?: Icon
  format?: string
  keys?: string[]
  /** Below /ui, or a whole address. */
  href?: string
  /** Instead of leading somewhere. */
  run?: () => void
  /** What `y` copies. */
  copy?: string
}

export interface PaletteGroup {
  kind: Kind
  items: PaletteItem[]
  /** How many there are in all, when more than are shown. */
  total?: number
}

/** Pages that are open to this reader; one that is switched off is said to be so where its menu is. */
export function pageItems(
  query: string,
  section: Section,
  user: CurrentUser | null,
  now: Circumstances | undefined,
): PaletteItem[] {
  if (now === undefined) return []
  return entriesOf(section, screens, user, now)
    .filter(({ verdict }) => verdict.kind === 'open')
    .flatMap((entry) => pageItem(entry, query))
}

function pageItem({ to, menu }: OpenEntry, query: string): PaletteItem[] {
  const group = menu.group === undefined ? undefined : menuGroups[menu.group]
  const words = pageWords[to] === undefined ? '' : message(pageWords[to])
  const label = message(menu.label)
  const found = find(query, label, `${group === undefined ? '' : message(group.label)}, ${words}`)
  if (found === undefined) return []
  return [
    {
      id: `page ${to}`,
      label,
      icon: menu.icon ?? group?.icon ?? PageIcon,
      href: to,
      ...(found === '' ? {} : { foundBy: found }),
      ...(group === undefined ? {} : { note: message(group.label) }),
    },
  ]
}

export function commandItems(query: string, facts: Facts, tools: Tools): PaletteItem[] {
  return offered(allCommands, facts).flatMap((command) => {
    const label = message(command.label)
    const found = find(query, label, command.words === undefined ? '' : message(command.words))
    if (found === undefined) return []
    const href = addressOf(command, facts)
    return [
      {
        id: `command ${command.id}`,
        label,
        icon: command.icon,
        ...(found === '' ? {} : { foundBy: found }),
        ...(command.shortcut === undefined ? {} : { keys: keyCaps(command.shortcut) }),
        ...(href === undefined ? { run: () => runCommand(command, tools, facts) } : { href }),
      },
    ]
  })
}
