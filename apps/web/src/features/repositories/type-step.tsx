// The first step of a new repository: its kind and its package type, on one page.
import type { ManagedRepository, RepositoryType } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { Button } from '../../ui/button.tsx'
import { LockIcon, TickIcon } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { kindTexts, type ListedKind, listedKinds, listPath, newPath } from './kinds.ts'
import { NewPreview } from './new-preview.tsx'
import { Stepper } from './stepper.tsx'
import { TypeTile } from './type-tile.tsx'
import styles from './type-step.module.css'

interface TypeStepProps {
  kind: ListedKind
  types: RepositoryType[]
  existing: ManagedRepository[]
}

export function TypeStep({ kind: first, types, existing }: TypeStepProps) {
  const navigate = useNavigate()
  const [kind, setKind] = useState(first)
  const [wanted, setWanted] = useState('npm')
  const [filter, setFilter] = useState('')
  const offered = types.filter((type) => type.kinds.includes(kind)).toSorted((a, b) => rankOf(a) - rankOf(b))
  const chosen = offered.find(({ id }) => id === wanted) ?? offered[0]
  const go = () => void navigate({ to: newPath(kind), search: { type: chosen?.id } })
  return (
    <>
      <PageHead title={message('repositories.create')}>
        <Stepper step={1} />
      </PageHead>
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <Kinds kind={kind} onChange={setKind} />
          <Types
            types={offered}
            chosen={chosen?.id ?? ''}
            filter={filter}
            onFilter={setFilter}
            onChange={setWanted}
          />
        </div>
        {chosen === undefined ? null : <NewPreview kind={kind} type={chosen} existing={existing} />}
      </div>
      <div className={styles['foot']}>
        <span className={styles['note']}>
          <LockIcon size="1rem" stroke={1.5} aria-hidden="true" />
          {message('repository.fixed')}
        </span>
        <Button size={36} onClick={() => void navigate({ to: listPath(kind) })}>
          {message('shared.cancel')}
        </Button>
        <Button size={36} look="filled" disabled={chosen === undefined} onClick={go}>
          {message('repository.continue')}
        </Button>
      </div>
    </>
  )
}

function Kinds({ kind, onChange }: { kind: ListedKind; onChange: (kind: ListedKind) => void }) {
  const name = useId()
  return (
    <fieldset className={styles['set']}>
      <legend className={styles['legend']}>{message('repository.kind')}</legend>
      <div className={styles['kinds']}>
        {listedKinds.map((value) => {
          const { icon: Glyph, label, text } = kindTexts[value]
          return (
            <label key={value} className={styles['kind']}>
              <span className={styles['kindHead']}>
                <Glyph size="1.125rem" stroke={1.5} aria-hidden="true" />
                <span className={styles['kindName']}>{message(label)}</span>
                <input
                  type="radio"
                  name={name}
                  className={styles['radio']}
                  checked={value === kind}
                  onChange={() => onChange(value)}
                />
              </span>
              <span className={styles['kindText']}>{message(text)}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** What most people come for stands first; the others in the order of their names. */
const wellKnown = [
  'npm',
  'docker',
  'maven',
  'pypi',
  'go',
  'helm',
  'nuget',
  'cargo',
  'gems',
  'composer',
  'generic',
]

function rankOf({ id }: RepositoryType): number {
  const rank = wellKnown.indexOf(id)
  return rank < 0 ? wellKnown.length : rank
}

interface TypesProps {
  types: RepositoryType[]
  chosen: string
  filter: string
  onFilter: (text: string) => void
  onChange: (id: string) => void
}

function Types({ types, chosen, filter, onFilter, onChange }: TypesProps) {
  const name = useId()
  const wanted = filter.trim().toLowerCase()
  const shown = types.filter(({ id, label }) => id.includes(wanted) || label.toLowerCase().includes(wanted))
  return (
    <fieldset className={styles['set']}>
      <legend className={styles['legend']}>{message('repositories.type')}</legend>
      <SearchField
        className={styles['filter']}
        label={message('repository.filterTypes', { count: types.length })}
        placeholder={message('repository.filterTypes', { count: types.length })}
        shortcut="/"
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
      />
      <div className={styles['types']}>
        {shown.map((type) => (
          <label key={type.id} className={styles['type']}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={type.id === chosen}
              onChange={() => onChange(type.id)}
            />
            <TypeTile type={type} />
            <span className={styles['typeName']}>{type.label}</span>
            <TickIcon className={styles['tick']} size="1rem" stroke={2} aria-hidden="true" />
          </label>
        ))}
      </div>
      {shown.length === 0 ? <p role="status">{message('repository.noType', { text: filter })}</p> : null}
    </fieldset>
  )
}
