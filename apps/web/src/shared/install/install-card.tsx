import type { PackageSummary } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { copyText } from '../../lib/copy.ts'
import { useIsNarrow } from '../../lib/media.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useStore } from '../../lib/store.ts'
import { Command } from '../code-line.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { KeyCap } from '../../ui/tag.tsx'
import { chosenClients, rememberClient, rememberedInstall } from './install-client.ts'
import styles from './install-card.module.css'

interface InstallProps {
  format: string
  install: PackageSummary['install']
  /** The name and the version, set off in the command. */
  marks: [name: string, version: string]
}

/** The answer to "how do I install it". */
export function InstallCard({ format, install, marks }: InstallProps) {
  const current = useInstall(format, install)
  const isNarrow = useIsNarrow()
  if (current === undefined) return null
  return (
    <Card>
      <CardHead>
        <h2 className={styles['title']}>{message('package.installTitle')}</h2>
        <ClientChoice format={format} install={install} />
      </CardHead>
      <div className={styles['line']}>
        <Command command={current.command} marks={marks} className={styles['command']} />
        {isNarrow ? null : <KeyCap>y</KeyCap>}
        <CopyButton text={current.command} what={message('packages.installCommand')} hasText />
      </div>
    </Card>
  )
}

export function ClientChoice({ format, install }: { format: string; install: InstallProps['install'] }) {
  const current = useStore(chosenClients) && rememberedInstall(format, install)
  if (current === undefined || install.length < 2) return null
  return (
    <Segmented
      label={message('package.clients')}
      options={install.map(({ client }) => ({ value: client, label: client }))}
      value={current.client}
      onChange={(client) => rememberClient(format, client)}
    />
  )
}

/** The command for the chosen client; `y` copies it. */
export function useInstall(format: string, install: InstallProps['install']) {
  useStore(chosenClients)
  const current = rememberedInstall(format, install)
  useShortcuts({
    copy: () => {
      // In a list below, the row with the focus is meant.
      if (current !== undefined && document.querySelector('[data-index]:focus-within') === null)
        void copyText(current.command)
    },
  })
  return current
}
