// The services of the installation and the process that runs them.
import { frame, type Service, type ServiceName } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../lib/frame.ts'
import { message, type MessageId } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './topology-screen.module.css'

export function TopologyScreen() {
  const services = useServices()
  return (
    <div className={styles['page']}>
      <PageHead title={message('shell.topology')} />
      <p className={styles['lead']}>{message('monitoring.topologyText')}</p>
      <Node />
      <Card label={message('monitoring.services')}>
        <SimpleTable
          label={message('monitoring.services')}
          rows={services}
          rowKey={({ name }) => name}
          columns={columns()}
        />
      </Card>
    </div>
  )
}

function Node() {
  const node = useQuery(query(frame.supportAnalytics, {})).data
  const facts = [
    { label: message('monitoring.node'), value: <code>{node?.nodeId}</code> },
    { label: message('monitoring.version'), value: <code>{node?.version}</code> },
    {
      label: message('monitoring.database'),
      value:
        node === undefined
          ? ''
          : message(node.database === 'sqlite' ? 'monitoring.sqlite' : 'monitoring.postgres'),
    },
  ]
  return (
    <Card label={message('monitoring.node')}>
      <CardHead>{message('monitoring.node')}</CardHead>
      <CardBody>
        <Facts facts={facts} />
      </CardBody>
    </Card>
  )
}

const serviceLabels = {
  artifactory: 'monitoring.artifactory',
  access: 'monitoring.access',
  xray: 'monitoring.xray',
  distribution: 'monitoring.distribution',
  mc: 'monitoring.mc',
  insight: 'monitoring.insight',
  tracker: 'monitoring.tracker',
  pipelines: 'monitoring.pipelines',
} as const satisfies Record<ServiceName, MessageId>

const columns = () => [
  { header: message('monitoring.service'), cell: nameCell },
  { header: message('monitoring.state'), cell: stateCell },
]

const nameCell = ({ name }: Service) => (
  <>
    <strong>{message(serviceLabels[name])}</strong> <code className={styles['name']}>{name}</code>
  </>
)

const stateCell = ({ isAvailable }: Service) => (
  <Tag look={isAvailable ? 'ok' : 'quiet'}>
    {message(isAvailable ? 'monitoring.available' : 'monitoring.off')}
  </Tag>
)
