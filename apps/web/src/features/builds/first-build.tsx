// How a first build comes here: lines for the command line and for Maven.
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { CodeLines } from '../../shared/code-line.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './builds.module.css'

const clients = { jf: 'builds.jf', maven: 'builds.maven' } as const
type Client = keyof typeof clients

const linesOf = (client: Client): string[] =>
  client === 'jf'
    ? [
        'jf rt upload "dist/*" generic-local/my-build/ --build-name=my-build --build-number=1',
        'jf rt build-publish my-build 1',
      ]
    : [
        `mvn org.jfrog.buildinfo:artifactory-maven-plugin:publish deploy -Dartifactory.publish.contextUrl=${window.location.origin}/artifactory`,
      ]

export function FirstBuild() {
  const [client, setClient] = useState<Client>('jf')
  return (
    <Empty title={message('builds.none')} text={message('builds.noneText')}>
      <div className={styles['first']}>
        <Segmented
          label={message('builds.client')}
          options={(['jf', 'maven'] as const).map((value) => ({ value, label: message(clients[value]) }))}
          value={client}
          onChange={setClient}
        />
        <CodeLines lines={linesOf(client)} what={message('builds.command')} />
      </div>
    </Empty>
  )
}
