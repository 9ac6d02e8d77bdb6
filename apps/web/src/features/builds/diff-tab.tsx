// What changed since another run.
import type { BuildChange, BuildComparison } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message, type MessageId } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { type SimpleColumn, SimpleTable } from '../../ui/simple-table.tsx'
import { Tag, type TagLook } from '../../ui/tag.tsx'
import styles from './builds.module.css'
import { comparison, recentRuns, type RunPlace } from './queries.ts'
import { isSecret, variableName } from './words.ts'

interface DiffTabProps {
  run: RunPlace
  other: string | undefined
  onChange: (number: string | undefined) => void
}

export function DiffTab({ run, other, onChange }: DiffTabProps) {
  const runs = useQuery(recentRuns(run.name, run.repository)).data?.items ?? []
  const numbers = [...new Set(runs.map(({ number }) => number))].filter((number) => number !== run.number)
  return (
    <>
      {numbers.length === 0 ? null : (
        <div className={styles['choice']}>
          <SelectField
            label={message('builds.compareWith')}
            value={other ?? ''}
            options={[
              { value: '', label: message('builds.runBefore') },
              ...numbers.map((number) => ({ value: number, label: number })),
            ]}
            onChange={(number) => onChange(number === '' ? undefined : number)}
          />
        </div>
      )}
      <Loaded
        query={useQuery(comparison(run, other))}
        failed={message('builds.diffFailed')}
        missing={<Empty title={message('builds.noRunBefore')} />}
      >
        {(found) => (found === null ? <FirstRun /> : <Changes number={run.number} found={found} />)}
      </Loaded>
    </>
  )
}

const FirstRun = () => (
  <Card>
    <Empty title={message('builds.noRunBefore')} text={message('builds.noRunBeforeText')} />
  </Card>
)

function Changes({ number, found }: { number: string; found: BuildComparison }) {
  return (
    <>
      <p className={styles['quiet']}>{message('builds.fromTo', { from: found.number, to: number })}</p>
      <Part title={message('builds.artifacts')} {...found.artifacts} />
      <Part title={message('builds.dependencies')} {...found.dependencies} />
      <Part title={message('builds.environment')} {...found.properties} />
    </>
  )
}

const kinds: Record<BuildChange['kind'], { look: TagLook; label: MessageId }> = {
  new: { look: 'ok', label: 'builds.new' },
  removed: { look: 'error', label: 'builds.removed' },
  changed: { look: 'warn', label: 'builds.changed' },
}

function Part({ title, items, same }: { title: string; items: BuildChange[]; same: number }) {
  return (
    <Card label={title} className={styles['diff']}>
      <CardHead>
        <h2>{title}</h2>
        <span className={styles['quiet']}>{message('builds.changes', { changed: items.length, same })}</span>
      </CardHead>
      {items.length === 0 ? (
        <CardBody>{message('builds.noChanges')}</CardBody>
      ) : (
        <SimpleTable
          label={title}
          rows={items}
          rowKey={({ kind, group, key }) => `${kind} ${group} ${key}`}
          columns={columnsOf()}
        />
      )}
    </Card>
  )
}

function Side({ change: { key }, value }: { change: BuildChange; value: string }) {
  if (value === '') return <span className={styles['quiet']}>{message('shared.notGiven')}</span>
  return <span className={styles['value']}>{isSecret(key) ? message('builds.hidden') : value}</span>
}

const columnsOf = (): SimpleColumn<BuildChange>[] => [
  {
    header: message('builds.change'),
    cell: ({ kind }) => <Tag look={kinds[kind].look}>{message(kinds[kind].label)}</Tag>,
  },
  { header: message('builds.name'), cell: ({ key }) => variableName(key) },
  {
    header: message('builds.before'),
    cell: (change) => <Side change={change} value={change.before} />,
  },
  {
    header: message('builds.after'),
    cell: (change) => <Side change={change} value={change.after} />,
  },
]
