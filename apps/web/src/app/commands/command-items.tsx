import type { ReactNode } from 'react'
import { keyCaps } from '../../lib/shortcut-list.ts'
import { message } from '../../lib/messages.ts'
import { ForeignIcon } from '../../ui/icons.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { KeyCap } from '../../ui/tag.tsx'
import { addressOf, type Command, offered } from './commands.ts'
import { type Facts, useFacts } from './facts.ts'
import { runCommand, useTools } from './tools.ts'

interface CommandItemsProps {
  commands: Command[]
  /** What stands at the end of an entry, by its id. */
  hints?: Record<string, ReactNode>
}

/** Commands as entries of a menu; those that are not for this reader are left out. */
export function CommandItems({ commands, hints = {} }: CommandItemsProps) {
  const facts = useFacts()
  const tools = useTools()
  return offered(commands, facts).map((command) => (
    <MenuItem
      key={command.id}
      icon={command.icon}
      hint={hints[command.id] ?? hintOf(command, facts)}
      {...linkOf(command, facts)}
      onClick={() => runCommand(command, tools, facts)}
    >
      {message(command.label)}
    </MenuItem>
  ))
}

function hintOf(command: Command, facts: Facts): ReactNode {
  if (isForeign(addressOf(command, facts)))
    return <ForeignIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
  if (command.shortcut === undefined) return undefined
  return keyCaps(command.shortcut).map((key) => <KeyCap key={key}>{key}</KeyCap>)
}

/** Other sites and pages outside the application are plain links. */
function linkOf(command: Command, facts: Facts) {
  const href = addressOf(command, facts)
  if (href === undefined) return {}
  if (isForeign(href)) return { href, isForeign: true }
  return href.startsWith('/ui/') ? { href } : {}
}

const isForeign = (href: string | undefined) => href !== undefined && /^https?:/.test(href)
