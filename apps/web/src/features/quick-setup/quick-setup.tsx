// Repositories for whole package types in one go: choose the types, see what will be made, make it, connect a client.
import type { RepositoryType } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { showSetMeUp } from '../../lib/set-me-up.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { type Names, planFor } from './plan.ts'
import { PlanList } from './plan-list.tsx'
import { repositoryList, repositoryTypes } from './queries.ts'
import styles from './quick-setup.module.css'
import { useCreation } from './use-creation.ts'

export function QuickSetup({ onDone }: { onDone: () => void }) {
  const types = useQuery(repositoryTypes)
  const existing = useQuery(repositoryList)
  if (types.error !== null)
    return (
      <PanelError
        title={message('quickSetup.failed')}
        error={types.error}
        onRetry={() => void types.refetch()}
      />
    )
  if (types.data === undefined || existing.data === undefined) return <SkeletonBlock />
  return <Choice types={types.data} taken={new Set(existing.data.map(({ key }) => key))} onDone={onDone} />
}

interface ChoiceProps {
  types: RepositoryType[]
  taken: ReadonlySet<string>
  onDone: () => void
}

function Choice({ types, taken, onDone }: ChoiceProps) {
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [names, setNames] = useState<Names>(new Map())
  const { create, outcomes, isBusy } = useCreation()
  const plans = types
    .filter(({ id }) => chosen.has(id))
    .map((type) => ({ type, planned: planFor(type, taken, names) }))
  const missing = plans.flatMap(({ planned }) => planned.filter(({ isThere }) => !isThere))
  const isDone = plans.length > 0 && missing.length === 0
  const shown = types.filter(({ id, label }) =>
    `${id} ${label}`.toLowerCase().includes(filter.trim().toLowerCase()),
  )
  return (
    <div className={styles['root']}>
      <div className={styles['question']}>
        <p>{message('quickSetup.question')}</p>
        <SearchField
          label={message('quickSetup.filter')}
          placeholder={message('quickSetup.filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <div className={styles['types']}>
        <ChipRow label={message('quickSetup.types')}>
          {shown.map(({ id, label, icon }) => (
            <Chip
              key={id}
              isSelected={chosen.has(id)}
              icon={icon === '' ? undefined : <Mark path={icon} />}
              onSelect={() => setChosen(toggled(chosen, id))}
            >
              {label}
            </Chip>
          ))}
        </ChipRow>
        {shown.length === 0 ? <p>{message('quickSetup.noType')}</p> : null}
      </div>
      {plans.length === 0 ? null : (
        <PlanList
          plans={plans}
          taken={taken}
          outcomes={outcomes}
          onRename={(proposed, key) => setNames(new Map(names).set(proposed, key))}
        />
      )}
      <div className={styles['actions']}>
        {isDone ? (
          <>
            <Button size={36} onClick={onDone}>
              {message('quickSetup.done')}
            </Button>
            <Button
              look="filled"
              size={36}
              onClick={() => {
                onDone()
                showSetMeUp({ getActiveNode: false, repository: clientKeyOf(plans[0]?.planned ?? []) })
              }}
            >
              {message('spec.setMeUp')}
            </Button>
          </>
        ) : (
          <ChangeButton
            look="filled"
            size={36}
            disabled={missing.length === 0}
            isBusy={isBusy}
            onClick={() => void create(missing)}
          >
            {message('quickSetup.create', { count: missing.length })}
          </ChangeButton>
        )}
      </div>
    </div>
  )
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The last of them: clients use the virtual one where there is one. */
const clientKeyOf = (planned: readonly { key: string }[]) => planned.at(-1)?.key ?? ''

const Mark = ({ path }: { path: string }) => (
  <svg className={styles['mark']} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)
