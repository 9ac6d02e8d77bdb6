import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { count } from '../../lib/numbers.ts'
import { Bars } from '../../ui/bars.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Matrix } from '../../ui/matrix.tsx'
import { Meter } from '../../ui/meter.tsx'
import { MiddleCut } from '../../ui/middle-cut.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Tree } from '../../ui/tree.tsx'
import { Sample } from './sample.tsx'
import {
  pickable,
  sampleBranch,
  sampleMonth,
  samplePath,
  sampleRoots,
  type SampleRow,
  sampleRows,
} from './sample-data.ts'
import styles from './template.module.css'

export function Data() {
  return (
    <>
      <Sample of="card" isBare>
        <Card label={message('template.card')}>
          <CardHead>
            <h2>{message('template.card')}</h2>
          </CardHead>
          <CardBody>{message('template.body')}</CardBody>
          <CardFoot>{message('template.small')}</CardFoot>
        </Card>
      </Sample>
      <Sample of="facts">
        <Facts
          facts={[
            { label: message('template.name'), value: sampleRows[0]?.name },
            { label: message('template.version'), value: sampleRows[0]?.version },
          ]}
        />
      </Sample>
      <Sample of="middle-cut">
        <MiddleCut text={samplePath} />
      </Sample>
      <Tables />
      <Sample of="tree" isBare>
        <Card>
          <Tree
            label={message('template.files')}
            roots={sampleRoots}
            load={sampleBranch}
            onFailure={() => notify('error', message('template.failed'))}
          />
        </Card>
      </Sample>
      <Switching />
      <Charts />
    </>
  )
}

const columns = (): Column<SampleRow>[] => [
  { id: 'name', header: message('template.name'), width: 'minmax(8rem, 1fr)', cell: ({ name }) => name },
  { id: 'version', header: message('template.version'), width: '7rem', cell: ({ version }) => version },
  {
    id: 'downloads',
    header: message('template.downloads'),
    width: '7rem',
    isNumber: true,
    cell: ({ downloads }) => count(downloads),
  },
]

function Tables() {
  return (
    <>
      <Sample of="simple-table" isBare>
        <Card>
          <SimpleTable
            label={message('template.packages')}
            rows={sampleRows}
            rowKey={({ name }) => name}
            columns={columns()}
          />
        </Card>
      </Sample>
      <Sample of="data-table" isBare>
        <Card className={styles['table']}>
          <DataTable
            label={message('template.packages')}
            rows={sampleRows}
            total={sampleRows.length}
            rowKey={({ name }) => name}
            rowHeight={44}
            columns={columns()}
            card={({ name, version }) => `${name} ${version}`}
          />
        </Card>
      </Sample>
    </>
  )
}

function Switching() {
  const [tab, setTab] = useState('npm')
  const [ticked, setTicked] = useState<readonly string[]>(['npm'])
  const tick = (column: string, isTicked: boolean) =>
    setTicked(isTicked ? [...ticked, column] : ticked.filter((id) => id !== column))
  return (
    <>
      <Sample of="tabs">
        <div className={styles['wide']}>
          <Tabs label={message('template.types')} tabs={pickable} value={tab} onChange={setTab}>
            {message('template.body')}
          </Tabs>
        </div>
      </Sample>
      <Sample of="matrix">
        <div className={styles['wide']}>
          <Matrix
            label={message('template.types')}
            headColumn={message('template.name')}
            columns={pickable.map(({ value, label }) => ({ id: value, label }))}
            rows={[{ id: 'ada', name: 'ada', head: 'ada', ticked }]}
            onTick={(_row, column, isTicked) => tick(column, isTicked)}
            onRemove={() => setTicked([])}
          />
        </div>
      </Sample>
    </>
  )
}

function Charts() {
  const [pointed, setPointed] = useState<number | undefined>(undefined)
  const describe = (index: number) => message('template.downloadCount', { amount: sampleMonth[index] ?? 0 })
  return (
    <>
      <Sample of="bars">
        <div className={styles['wide']}>
          <Bars
            values={sampleMonth}
            label={message('template.downloads')}
            describe={describe}
            onPoint={setPointed}
          />
          <p>{describe(pointed ?? sampleMonth.length - 1)}</p>
        </div>
      </Sample>
      <Sample of="sparkline">
        <Sparkline values={sampleMonth} label={message('template.downloads')} />
      </Sample>
      <Sample of="progress">
        <Progress label={message('template.downloads')} value={30} max={100} />
      </Sample>
      <Sample of="meter">
        <Meter value={7} top={10} />
      </Sample>
    </>
  )
}
