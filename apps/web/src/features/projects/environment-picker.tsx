import { environmentViews, type ProjectRepository } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { query } from '../../lib/query.ts'
import { NameChips } from '../../shared/name-chips.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { ChevronDownIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/popover.tsx'
import styles from './projects.module.css'
import { usePlace, useUnplace } from './queries.ts'
import picker from './role-picker.module.css'

/** The environments that a repository lies in; each tick counts at once. */
export function EnvironmentPicker({
  project,
  repository,
}: {
  project: string
  repository: ProjectRepository
}) {
  const [isOpen, setOpen] = useState(false)
  const label = message('projects.environmentsOf', { name: repository.key })
  const button = (
    <button
      type="button"
      className={picker['button']}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`${label}: ${repository.environments.join(', ')}`}
      onClick={() => setOpen(!isOpen)}
    >
      {repository.environments.length === 0 ? (
        <span className={styles['muted']}>{message('projects.everyEnvironment')}</span>
      ) : (
        <NameChips names={repository.environments} show={3} />
      )}
      <ChevronDownIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
    </button>
  )
  return (
    <Popover
      label={label}
      width={280}
      position="bottom-start"
      isOpen={isOpen}
      onChange={setOpen}
      target={button}
    >
      {isOpen ? <Choices project={project} repository={repository} /> : null}
    </Popover>
  )
}

function Choices({ project, repository }: { project: string; repository: ProjectRepository }) {
  const known = useQuery(query(environmentViews.ofProject, { params: { key: project } })).data ?? []
  const onError = (error: Error) => notify('error', error.message)
  const [place, unplace] = [usePlace(), useUnplace()]
  const tick = (environment: string, isOn: boolean) =>
    (isOn ? place : unplace).mutate({ params: { repository: repository.key, environment } }, { onError })
  return (
    <div className={styles['checks']}>
      {known.map(({ name }) => (
        <CheckRow
          key={name}
          label={name}
          checked={repository.environments.includes(name)}
          disabled={place.isPending || unplace.isPending}
          onChange={(isOn) => tick(name, isOn)}
        />
      ))}
      <p className={styles['note']}>{message('projects.environmentsHelp')}</p>
    </div>
  )
}
