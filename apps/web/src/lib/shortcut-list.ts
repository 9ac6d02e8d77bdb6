// Every key of the application, once: handlers are bound by these names, and the dialog is made from this list.
import type { MessageId } from './messages.ts'

interface Shortcut {
  /** As in `KeyboardEvent.key`, `Mod+k` for the platform's command key, `g p` for two in a row. */
  keys: string
  label: MessageId
  group: keyof typeof shortcutGroups
}

export const shortcutGroups = {
  everywhere: 'shell.keysEverywhere',
  places: 'shell.keysPlaces',
  lists: 'shell.keysInLists',
  pages: 'shell.keysOnPages',
} as const satisfies Record<string, MessageId>

export const shortcutList = {
  palette: { keys: 'Mod+k', label: 'shell.keySearch', group: 'everywhere' },
  filter: { keys: '/', label: 'shell.keyFilter', group: 'everywhere' },
  help: { keys: '?', label: 'shell.keyShortcuts', group: 'everywhere' },
  sidebar: { keys: '[', label: 'shell.keySidebar', group: 'everywhere' },
  setMeUp: { keys: 's', label: 'shell.keySetMeUp', group: 'everywhere' },
  projects: { keys: 'Mod+Shift+p', label: 'shell.keyProjects', group: 'everywhere' },
  submit: { keys: 'Mod+enter', label: 'shell.keySubmit', group: 'everywhere' },
  close: { keys: 'Esc', label: 'shell.keyClose', group: 'everywhere' },
  goPackages: { keys: 'g p', label: 'shell.keyPackages', group: 'places' },
  goArtifacts: { keys: 'g a', label: 'shell.keyArtifacts', group: 'places' },
  goBuilds: { keys: 'g b', label: 'shell.keyBuilds', group: 'places' },
  goBundles: { keys: 'g r', label: 'shell.keyBundles', group: 'places' },
  goSecurity: { keys: 'g s', label: 'shell.keySecurity', group: 'places' },
  goIntegrations: { keys: 'g i', label: 'shell.keyIntegrations', group: 'places' },
  goHome: { keys: 'g h', label: 'shell.keyHome', group: 'places' },
  goAdministration: { keys: 'g m', label: 'shell.keyAdministration', group: 'places' },
  next: { keys: 'j', label: 'shell.keyNext', group: 'lists' },
  previous: { keys: 'k', label: 'shell.keyPrevious', group: 'lists' },
  open: { keys: 'Enter', label: 'shell.keyOpen', group: 'lists' },
  select: { keys: 'x', label: 'shell.keySelect', group: 'lists' },
  copy: { keys: 'y', label: 'shell.keyCopy', group: 'pages' },
  create: { keys: 'n', label: 'shell.keyCreate', group: 'pages' },
  upload: { keys: 'u', label: 'shell.keyUpload', group: 'pages' },
  actions: { keys: '.', label: 'shell.keyActions', group: 'pages' },
} as const satisfies Record<string, Shortcut>

export type ShortcutId = keyof typeof shortcutList

const isApple = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '')

/** What to draw on the caps: `⌘ K` on a Mac, `Ctrl K` elsewhere. */
export const keyCaps = (id: ShortcutId): string[] =>
  shortcutList[id].keys
    .split(/[ +]/)
    .map((key, index, all) =>
      key === 'Mod' ? (isApple ? '⌘' : 'Ctrl') : all[0] === 'Mod' ? capital(key) : key,
    )

const capital = (key: string) => key.charAt(0).toUpperCase() + key.slice(1)
