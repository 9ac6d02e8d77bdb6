// What can be done from anywhere, once: the menus of the header and the palette are made from this list.
import { type Gate, judgeGate } from '../../lib/gates.ts'
import type { MessageId } from '../../lib/messages.ts'
import {
  AboutIcon,
  ApiIcon,
  BookIcon,
  ClassicIcon,
  CloudIcon,
  ContactIcon,
  DensityIcon,
  GroupIcon,
  type Icon,
  KeyboardIcon,
  LearnIcon,
  LocalIcon,
  LogoutIcon,
  QuickIcon,
  RemoteIcon,
  SecurityIcon,
  StartIcon,
  TerminalIcon,
  ThemeIcon,
  TourIcon,
  UserIcon,
  VirtualIcon,
} from '../../ui/icons.ts'
import type { ShortcutId } from '../../lib/shortcut-list.ts'
import type { Facts } from './facts.ts'
import type { Tools } from './tools.ts'

export interface Command {
  id: string
  label: MessageId
  icon: Icon
  /** Other words that find it. */
  words?: MessageId
  shortcut?: ShortcutId
  /** An address below /ui, or a whole one; without it `run` does something on the page. */
  href?: string | ((facts: Facts) => string | undefined)
  run?: (tools: Tools) => void
  /** What must be true of the installation and the reader, as for entries of the menus beside the page. */
  gate?: Gate
  /** Also among what the plus sign of the header offers. */
  isQuick?: true
  /** What else decides whom it is offered to. */
  isFor?: (facts: Facts) => boolean
}

const isPerson = (facts: Facts) => facts.isPerson

export const createCommands: Command[] = [
  quick('newLocalRepository', LocalIcon, '/admin/repositories/local/new', 'spec.newLocalRepository'),
  quick('newRemoteRepository', RemoteIcon, '/admin/repositories/remote/new', 'spec.newRemoteRepository'),
  quick('newVirtualRepository', VirtualIcon, '/admin/repositories/virtual/new', 'spec.newVirtualRepository'),
  quick('newUser', UserIcon, '/admin/management/users/new', 'spec.newUser'),
  quick('newGroup', GroupIcon, '/admin/management/groups/new', 'spec.newGroup'),
  quick('newPermission', SecurityIcon, '/admin/management/permissions/create', 'spec.newPermission'),
]

export const setUpCommands: Command[] = [
  page('gettingStarted', StartIcon, '/get_started', 'spec.gettingStarted'),
  {
    id: 'quickRepositories',
    label: 'spec.quickRepositories',
    icon: QuickIcon,
    href: (facts) => (facts.hasQuickSetupPage ? '/quick-setup' : undefined),
    run: (tools) => tools.open('quickSetup'),
    gate: { isForAdministrators: true },
  },
]

export const personalCommands: Command[] = [
  {
    id: 'profile',
    label: 'spec.editProfile',
    icon: UserIcon,
    words: 'shell.wordsProfile',
    href: '/user_profile',
    isFor: isPerson,
  },
  {
    id: 'setMeUp',
    label: 'spec.setMeUp',
    icon: TerminalIcon,
    words: 'shell.wordsSetMeUp',
    shortcut: 'setMeUp',
    isQuick: true,
    run: (tools) => tools.setMeUp(),
    gate: { feature: 'newSetMeUp' },
    isFor: (facts) => !facts.isTourVisitor,
  },
]

export const viewCommands: Command[] = [
  {
    id: 'tour',
    label: 'spec.navigationTour',
    icon: TourIcon,
    run: (tools) => tools.open('tour'),
    isFor: isPerson,
  },
  {
    id: 'classic',
    label: 'spec.toClassic',
    icon: ClassicIcon,
    run: (tools) => tools.open('classic'),
    isFor: (facts) => facts.isPerson && !facts.isClassic,
  },
  {
    id: 'new',
    label: 'spec.toNew',
    icon: ClassicIcon,
    run: (tools) => tools.open('classic'),
    isFor: (facts) => facts.isPerson && facts.isClassic,
  },
  {
    id: 'cloud',
    label: 'spec.cloudSubscription',
    icon: CloudIcon,
    href: (facts) => facts.portal,
    gate: { deployment: 'cloud' },
    isFor: isPerson,
  },
]

export const logoutCommand: Command = {
  id: 'logout',
  label: 'spec.logout',
  icon: LogoutIcon,
  words: 'shell.wordsLogout',
  href: '/logout',
  isFor: isPerson,
}

export const helpCommands: Command[] = [
  {
    id: 'documentation',
    label: 'spec.documentation',
    icon: BookIcon,
    href: (facts) => facts.documentation,
    isFor: (facts) => facts.documentation !== '',
  },
  {
    id: 'learning',
    label: 'spec.learningCenter',
    icon: LearnIcon,
    words: 'shell.wordsLearning',
    run: (tools) => tools.open('learning'),
  },
  {
    id: 'contact',
    label: 'spec.contactUs',
    icon: ContactIcon,
    words: 'shell.wordsContact',
    run: (tools) => tools.contact(),
    // A trial is somebody's decision to buy: its administrators talk about that.
    isFor: (facts) => facts.isAdmin || !facts.isTrial,
  },
  {
    id: 'shortcuts',
    label: 'spec.keyboardShortcuts',
    icon: KeyboardIcon,
    shortcut: 'help',
    run: (tools) => tools.open('shortcuts'),
  },
  { id: 'api', label: 'shell.apiReference', icon: ApiIcon, href: '/ui/api/' },
  { id: 'about', label: 'shell.about', icon: AboutIcon, run: (tools) => tools.open('about') },
]

const lookCommands: Command[] = [
  { id: 'theme', label: 'shell.switchTheme', icon: ThemeIcon, run: (tools) => tools.switchTheme() },
  { id: 'density', label: 'shell.switchDensity', icon: DensityIcon, run: (tools) => tools.switchDensity() },
]

export const allCommands: Command[] = [
  ...personalCommands,
  ...setUpCommands,
  ...createCommands,
  ...lookCommands,
  ...viewCommands,
  ...helpCommands,
  logoutCommand,
]

export const offered = (commands: Command[], facts: Facts) =>
  commands.filter(
    ({ gate, isFor }) => (gate === undefined || isOpen(gate, facts)) && isFor?.(facts) !== false,
  )

const isOpen = (gate: Gate, { now }: Facts) => now !== undefined && judgeGate(gate, now).kind === 'open'

export const quickCommands: Command[] = [...createCommands, ...personalCommands].filter(
  ({ isQuick }) => isQuick,
)

/** The address that a command leads to, when it leads to one. */
export const addressOf = ({ href }: Command, facts: Facts): string | undefined =>
  typeof href === 'function' ? href(facts) : href

function page(id: string, icon: Icon, href: string, label: MessageId): Command {
  return { id, label, icon, href, gate: { isForAdministrators: true } }
}

function quick(...given: Parameters<typeof page>): Command {
  return { ...page(...given), isQuick: true }
}
