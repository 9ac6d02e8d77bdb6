import { environmentViews, type ProjectRepository } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { query } from '../../lib/query.ts'
import { CheckRow } from '../../ui/check-row.tsx'
import { ChipsPopover } from './chips-popover.tsx'
import styles from './projects.module.css'
import { usePlace, useUnplace } from './queries.ts'

/** The environments that a repository lies in; each tick counts at once. */
export function EnvironmentPicker({
  project,
  repository,
}: {
  project: string
  repository: ProjectRepository
}) {
  return (
    <ChipsPopover
      label={message('projects.environmentsOf', { name: repository.key })}
      names={repository.environments}
      none={<span className={styles['muted']}>{message('projects.everyEnvironment')}</span>}
    >
      {() => <Choices project={project} repository={repository} />}
    </ChipsPopover>
  )
}

function Choices({ project, repository }: { project: string; repository: ProjectRepository }) {
  const known = useQuery(query(environmentViews.ofProject, { params: { key: project } })).data ?? []
  const [placed, setPlaced] = useState(repository.environments)
  const [place, unplace] = [usePlace(), useUnplace()]
  const tick = (environment: string, isOn: boolean) => {
    setPlaced(isOn ? [...placed, environment] : placed.filter((name) => name !== environment))
    const onError = (error: Error) => {
      setPlaced(placed)
      notify('error', error.message)
    }
    const change = isOn ? place : unplace
    change.mutate({ params: { repository: repository.key, environment } }, { onError })
  }
  return (
    <div className={styles['checks']}>
      {known.map(({ name }) => (
        <CheckRow
          key={name}
          label={name}
          checked={placed.includes(name)}
          disabled={place.isPending || unplace.isPending}
          onChange={(isOn) => tick(name, isOn)}
        />
      ))}
      <p className={styles['note']}>{message('projects.environmentsHelp')}</p>
    </div>
  )
}
