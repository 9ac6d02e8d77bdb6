// The menus beside the content: which entries each section has, in which order, and which of them are open.
import type { CurrentUser } from '@bindery/contracts'
import { type Circumstances, type Gate, judgeGate, type Verdict } from '../lib/gates.ts'
import type { MessageId } from '../lib/messages.ts'
import {
  AdministrationIcon,
  AuthenticationIcon,
  type Icon,
  MonitoringIcon,
  ProjectIcon,
  RepositoryIcon,
  SecurityIcon,
  UserIcon,
} from '../ui/icons.ts'
import { isFor } from './audience.ts'
import type { Screen } from './screens.ts'

export type Section = 'application' | 'administration' | 'project'

export interface MenuEntry {
  section: Section
  label: MessageId
  icon?: Icon
  /** Entries of a group stand under its name, which can be folded. */
  group?: GroupId
  /** Where it leads, when the path of the screen has placeholders. */
  to?: string
  gate?: Gate
}

/** Groups of the administration stand in this order. The icon stands for all of one where there is only room for icons. */
export const menuGroups = {
  projects: { label: 'shell.groupProjects', icon: ProjectIcon },
  repositories: { label: 'shell.repositories', icon: RepositoryIcon },
  people: { label: 'shell.groupPeople', icon: UserIcon },
  authentication: { label: 'shell.groupAuthentication', icon: AuthenticationIcon },
  security: { label: 'shell.groupSecurity', icon: SecurityIcon },
  platform: { label: 'shell.groupPlatform', icon: AdministrationIcon },
  monitoring: { label: 'shell.groupMonitoring', icon: MonitoringIcon },
  scanning: { label: 'shell.groupSecurity', icon: SecurityIcon },
} as const satisfies Record<string, { label: MessageId; icon: Icon }>

export type GroupId = keyof typeof menuGroups

export interface OpenEntry {
  screen: Screen
  menu: MenuEntry
  to: string
  verdict: Exclude<Verdict, { kind: 'hidden' }>
}

export type MenuItem =
  | { kind: 'entry'; entry: OpenEntry }
  | { kind: 'group'; id: GroupId; members: OpenEntry[] }

/** What this user sees of a section: hidden entries are gone, disabled ones say why. */
export function entriesOf(
  section: Section,
  screens: readonly Screen[],
  user: CurrentUser | null,
  now: Circumstances,
): OpenEntry[] {
  return screens.flatMap((screen) => {
    const { menu } = screen
    if (menu?.section !== section || !isFor(screen.audience, user)) return []
    const verdict = judgeGate(menu.gate, now)
    return verdict.kind === 'hidden' ? [] : [{ screen, menu, to: menu.to ?? screen.path, verdict }]
  })
}

/** A group stands where its first entry does; in the administration groups come first, in their order. */
export function arrange(section: Section, entries: readonly OpenEntry[]): MenuItem[] {
  const items = entries.flatMap((entry, index): MenuItem[] => {
    const id = entry.menu.group
    if (id === undefined) return [{ kind: 'entry', entry }]
    if (entries.findIndex(({ menu }) => menu.group === id) !== index) return []
    return [{ kind: 'group', id, members: entries.filter(({ menu }) => menu.group === id) }]
  })
  return section === 'administration' ? items.toSorted((a, b) => rankOf(a) - rankOf(b)) : items
}

const order = Object.keys(menuGroups)
const rankOf = (item: MenuItem) => (item.kind === 'group' ? order.indexOf(item.id) : order.length)

/** Which menu stands beside a page. */
export function sectionOf(
  path: string,
  canAdministerProjects: boolean,
  project: string | undefined,
): Section {
  if (!/^\/admin(\/|$)/.test(path)) return 'application'
  return canAdministerProjects && project !== undefined ? 'project' : 'administration'
}
