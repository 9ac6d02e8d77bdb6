// Variables and other properties of a run. What looks like a secret is hidden until somebody asks for it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { FilterField } from '../../shared/filter-field.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type SimpleColumn, SimpleTable } from '../../ui/simple-table.tsx'
import styles from './builds.module.css'
import { type RunPlace, runProperties } from './queries.ts'
import { isSecret, variableName } from './words.ts'

interface Variable {
  key: string
  value: string
}

export function EnvironmentTab({ run }: { run: RunPlace }) {
  const [search, setSearch] = useState<string>()
  const none = <Empty title={message('builds.noEnvironment')} text={message('builds.noEnvironmentText')} />
  return (
    <>
      <FilterField
        label={message('builds.filterVariables')}
        value={search}
        onChange={setSearch}
        className={styles['choice']}
      />
      <Loaded
        query={useQuery(runProperties(run))}
        failed={message('builds.environmentFailed')}
        missing={none}
      >
        {(all) => {
          const rows = all.filter(({ key }) =>
            variableName(key)
              .toLowerCase()
              .includes(search?.toLowerCase() ?? ''),
          )
          return (
            <Card>
              {all.length === 0 ? (
                none
              ) : rows.length === 0 ? (
                <Empty title={message('builds.noVariableMatches')} />
              ) : (
                <SimpleTable
                  label={message('builds.environment')}
                  rows={rows}
                  rowKey={({ key }) => key}
                  columns={columnsOf()}
                />
              )}
            </Card>
          )
        }}
      </Loaded>
    </>
  )
}

function Value({ name, value }: { name: string; value: string }) {
  const [isShown, setShown] = useState(!isSecret(name))
  if (isShown) return <span className={styles['value']}>{value}</span>
  return (
    <Button look="plain" className={styles['reveal']} onClick={() => setShown(true)}>
      {message('builds.show', { name: variableName(name) })}
    </Button>
  )
}

const columnsOf = (): SimpleColumn<Variable>[] => [
  {
    header: message('builds.name'),
    cell: ({ key }) => <code>{variableName(key)}</code>,
  },
  {
    header: message('builds.value'),
    cell: ({ key, value }) => <Value name={key} value={value} />,
  },
]
