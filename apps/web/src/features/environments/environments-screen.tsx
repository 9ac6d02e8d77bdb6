// The environments of every project, in the order in which things are promoted.
import type { EnvironmentUse } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { count } from '../../lib/numbers.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { EnvironmentCard } from './environment-card.tsx'
import { inWords } from './environment-list.tsx'
import styles from './environments.module.css'
import { NameDialog } from './name-dialog.tsx'
import { globalEnvironments, useOrder } from './queries.ts'
import { UseDialog } from './use-dialog.tsx'

export function EnvironmentsScreen() {
  const list = useQuery(globalEnvironments)
  const order = useOrder()
  const [isCreating, setCreating] = useState(false)
  const [used, setUsed] = useState<string | undefined>(undefined)
  useShortcuts({ create: () => setCreating(true) })
  const names = (list.data ?? []).map(({ name }) => name)
  const move = (name: string, by: 1 | -1) =>
    order.mutate(
      { body: { names: moved(names, name, by) } },
      { onError: (error) => notify('error', error.message) },
    )
  return (
    <>
      <PageHead
        title={message('shell.environments')}
        amount={list.data === undefined ? undefined : count(list.data.length)}
      >
        <ChangeButton look="filled" icon={PlusIcon} onClick={() => setCreating(true)}>
          {message('environments.new')}
        </ChangeButton>
      </PageHead>
      <p className={styles['lead']}>{message('environments.lead')}</p>
      <EnvironmentCard list={list} canManage onMove={move} use={buttonFor(setUsed)} />
      {isCreating ? <NameDialog onClose={() => setCreating(false)} /> : null}
      {used === undefined ? null : <UseDialog name={used} onClose={() => setUsed(undefined)} />}
    </>
  )
}

/** One place up or down. */
export function moved(names: readonly string[], name: string, by: 1 | -1): string[] {
  const others = names.filter((other) => other !== name)
  return others.toSpliced(names.indexOf(name) + by, 0, name)
}

interface UseButtonProps {
  environment: EnvironmentUse
  onOpen: (name: string) => void
}

const buttonFor = (onOpen: (name: string) => void) => (environment: EnvironmentUse) => (
  <UseButton environment={environment} onOpen={onOpen} />
)

function UseButton({ environment, onOpen }: UseButtonProps) {
  const text = inWords(environment)
  if (environment.repositories + environment.roles === 0) return text
  return (
    <button
      type="button"
      className={styles['link']}
      aria-label={message('environments.usedBy', { name: environment.name, what: text })}
      onClick={() => onOpen(environment.name)}
    >
      {text}
    </button>
  )
}
