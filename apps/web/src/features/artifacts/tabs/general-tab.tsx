import type { ItemDetails, ItemFile, ItemUpstream } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../../lib/link.tsx'
import { message, type MessageId } from '../../../lib/messages.ts'
import { count, size } from '../../../lib/numbers.ts'
import { showSetMeUp } from '../../../lib/set-me-up.ts'
import { ago, exactTime } from '../../../lib/time.ts'
import { CopyButton } from '../../../shared/copy-button.tsx'
import { FormatTile } from '../../../shared/format-tile.tsx'
import { InstallCard } from '../../../shared/install/install-card.tsx'
import { UpstreamHealth, Warning } from '../../../shared/upstream-health.tsx'
import { When } from '../../../shared/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/card.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { MiddleCut } from '../../../ui/middle-cut.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tag } from '../../../ui/tag.tsx'
import { idOf, linkTo } from '../address.ts'
import { folderSize } from '../queries.ts'
import styles from '../item.module.css'
import { LatestDownloads } from './latest-downloads.tsx'
import { Rights } from './rights.tsx'

export function GeneralTab({ item }: { item: ItemDetails }) {
  const { file } = item
  return (
    <div className={styles['columns']} style={{ paddingTop: 0 }}>
      <div className={styles['wide']}>
        <Card>
          <CardBody>
            <Facts facts={placeFacts(item)} />
          </CardBody>
        </Card>
        {file === null ? null : (
          <Card>
            <CardBody>
              <Facts facts={digestFacts(file)} />
            </CardBody>
          </Card>
        )}
        {file?.package == null ? null : (
          <InstallCard
            format={item.format}
            install={file.install}
            marks={[file.package.name, file.package.version]}
          />
        )}
        {file === null ? null : <LatestDownloads item={item} />}
      </div>
      <aside className={styles['aside']} aria-label={message('artifacts.aside')}>
        <Numbers item={item} />
        <Rights item={item} />
      </aside>
    </div>
  )
}

function placeFacts(item: ItemDetails): Fact[] {
  const spot = { repository: item.repository, path: item.path }
  const { repositoryFacts: facts } = item
  const all: (Fact | undefined)[] = [
    {
      label: message('artifacts.repositoryPath'),
      value: <Copyable text={idOf(spot)} what={message('artifacts.pathWhat')} />,
    },
    {
      label: message('artifacts.url'),
      value: <Copyable text={facts?.clientUrl ?? item.url} what={message('artifacts.url')} />,
    },
    item.file?.package == null
      ? undefined
      : { label: message('artifacts.package'), value: <PackageLink item={item} /> },
    item.file === null ? undefined : { label: message('artifacts.mimeType'), value: item.file.mimeType },
    facts === null || facts.description === ''
      ? undefined
      : { label: message('artifacts.description'), value: facts.description },
    facts === null ? undefined : { label: message('artifacts.type'), value: <TypeOf item={item} /> },
    facts === null || facts.members.length === 0
      ? undefined
      : { label: message('artifacts.members'), value: <Keys keys={facts.members} /> },
    item.heldBy === item.repository
      ? undefined
      : { label: message('artifacts.heldBy'), value: <Keys keys={[item.heldBy]} path={item.path} /> },
    item.remoteUrl === null
      ? undefined
      : {
          label: message('artifacts.upstream'),
          value: <Copyable text={item.remoteUrl} what={message('artifacts.upstream')} />,
        },
    facts?.upstream == null
      ? undefined
      : { label: message('artifacts.health'), value: <Health {...facts.upstream} /> },
    item.reachedThrough.length === 0
      ? undefined
      : {
          label: message('artifacts.reachedThrough'),
          value: <Keys keys={item.reachedThrough} path={item.path} />,
        },
    { label: message('artifacts.created'), value: <By at={item.createdAt} name={item.createdBy} /> },
    item.path === ''
      ? undefined
      : { label: message('artifacts.modified'), value: <By at={item.modifiedAt} name={item.modifiedBy} /> },
  ]
  return all.filter((fact) => fact !== undefined)
}

const digestFacts = (file: ItemFile): Fact[] => [
  digestFact(message('artifacts.sha256'), file.sha256),
  digestFact(message('artifacts.sha1'), file.sha1),
  digestFact(message('artifacts.md5'), file.md5),
]

const digestFact = (label: string, digest: string): Fact => ({
  label,
  value: <Copyable text={digest} what={label} />,
})

function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className={styles['copyable']}>
      <code>
        <MiddleCut text={text} />
      </code>
      <CopyButton text={text} what={what} />
    </span>
  )
}

const Health = ({ isOffline, answeredAt, failure, hitShare }: ItemUpstream) =>
  isOffline ? (
    <Warning text={message('artifacts.isOffline')} wraps />
  ) : (
    <UpstreamHealth answeredAt={answeredAt} failure={failure} hitShare={hitShare} wraps />
  )

function PackageLink({ item }: { item: ItemDetails }) {
  const found = item.file?.package
  if (found == null) return null
  return (
    <Link
      to="/packages/$packageId/$versionId"
      params={{ packageId: found.id, versionId: found.version }}
    >{`${found.name} ${found.version}`}</Link>
  )
}

function TypeOf({ item }: { item: ItemDetails }) {
  return (
    <span className={styles['chips']}>
      <FormatTile format={item.format} />
      {message('artifacts.typeOf', { format: item.format, kind: item.repositoryKind })}
    </span>
  )
}

function Keys({ keys, path = '' }: { keys: string[]; path?: string }) {
  return (
    <span className={styles['chips']}>
      {keys.map((repository) => (
        <Link key={repository} {...linkTo({ repository, path })} className={styles['chip']}>
          <Tag>{repository}</Tag>
        </Link>
      ))}
    </span>
  )
}

function By({ at, name }: { at: string; name: string }) {
  return (
    <>
      <span className={styles['phrase']}>
        <When at={at} />
      </span>{' '}
      <span className={cx(styles['phrase'], styles['muted'])}>{exactTime(at)}</span>{' '}
      {name === '' ? null : <span className={styles['phrase']}>{message('artifacts.by', { name })}</span>}
    </>
  )
}

function Numbers({ item }: { item: ItemDetails }) {
  const { file, repositoryFacts: facts } = item
  if (file !== null)
    return (
      <NumberCard
        numbers={[
          ['artifacts.size', size(file.size)],
          ['artifacts.downloads', count(file.downloads)],
          [
            'artifacts.last',
            file.downloadedAt === null ? message('shared.notGiven') : ago(file.downloadedAt),
          ],
        ]}
      />
    )
  if (facts === null) return <FolderNumbers item={item} />
  return (
    <>
      <NumberCard
        numbers={[
          ['artifacts.files', facts.files === null ? message('shared.notGiven') : count(facts.files)],
          ['artifacts.size', facts.bytes === null ? message('shared.notGiven') : size(facts.bytes)],
        ]}
      />
      {item.repositoryKind === 'trash' ? null : (
        <Button
          onClick={() =>
            showSetMeUp({ getActiveNode: false, repository: item.repository, format: item.format })
          }
        >
          {message('spec.setMeUp')}
        </Button>
      )}
    </>
  )
}

/** Counting a folder takes a while, so it happens when somebody asks. */
function FolderNumbers({ item }: { item: ItemDetails }) {
  const [isAsked, setAsked] = useState(false)
  const spot = { repository: item.repository, path: item.path }
  const measured = useQuery({ ...folderSize(spot), enabled: isAsked })
  if (measured.data === undefined)
    return (
      <Button isBusy={measured.isFetching} onClick={() => setAsked(true)}>
        {message('artifacts.measure')}
      </Button>
    )
  const more = measured.data.isCut ? '+' : ''
  return (
    <NumberCard
      numbers={[
        ['artifacts.files', `${count(measured.data.files)}${more}`],
        ['artifacts.folders', `${count(measured.data.folders)}${more}`],
        ['artifacts.size', `${size(measured.data.bytes)}${more}`],
      ]}
    />
  )
}

function NumberCard({ numbers }: { numbers: [label: MessageId, value: string][] }) {
  return (
    <Card>
      <CardBody>
        <dl className={styles['numbers']}>
          {numbers.map(([label, value]) => (
            <div key={label} className={styles['number']}>
              <dt>{message(label)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  )
}
