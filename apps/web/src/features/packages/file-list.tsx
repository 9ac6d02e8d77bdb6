import type { VersionFile } from '@bindery/contracts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { message } from '../../lib/messages.ts'
import { size } from '../../lib/numbers.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { Empty } from '../../shared/empty.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { DownloadIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './file-list.module.css'

/** Every file of the version, where it lies, and the digests to check it by. */
export function FileList({ files }: { files: VersionFile[] }) {
  if (files.length === 0) {
    return (
      <Card>
        <Empty title={message('version.noFiles')} />
      </Card>
    )
  }
  return files.map((file) => <FileCard key={`${file.repository}/${file.path}`} file={file} />)
}

function FileCard({ file }: { file: VersionFile }) {
  const whole = `${file.repository}/${file.path}`
  const digests = [
    ['sha256', file.sha256],
    ['sha1', file.sha1],
    ['md5', file.md5],
  ] as const
  const facts = [
    { label: message('packages.repository'), value: file.repository },
    {
      label: message('version.pathLabel'),
      value: <Copyable text={whole} what={message('version.path')} length={64} />,
    },
    { label: message('version.typeLabel'), value: file.mimeType },
    ...digests.map(([name, digest]) => ({
      label: name,
      value: <Copyable text={digest} what={name} length={44} />,
    })),
  ]
  return (
    <Card>
      <CardHead>
        <h2 className={styles['name']}>{file.name}</h2>
        {file.isLead ? <Tag look="accent">{message('version.lead')}</Tag> : null}
        <span className={styles['size']}>{size(file.size)}</span>
        <a
          className={buttonClass('outlined', 28)}
          href={file.url}
          download
          aria-label={message('version.downloadFile', { name: file.name })}
        >
          <DownloadIcon size="1rem" stroke={1.5} aria-hidden="true" />
          {message('version.download')}
        </a>
      </CardHead>
      <CardBody>
        <Facts facts={facts} />
      </CardBody>
    </Card>
  )
}

function Copyable({ text, what, length }: { text: string; what: string; length: number }) {
  return (
    <span className={styles['copyable']}>
      <code title={text}>{cutMiddle(text, length)}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
}
