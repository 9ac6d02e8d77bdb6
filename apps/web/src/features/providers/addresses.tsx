import { message, type MessageId } from '../../lib/messages.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import styles from './providers.module.css'

/** What has to be typed in at the other side, each with a button to copy it. */
export function Addresses({ addresses }: { addresses: { label: MessageId; value: string }[] }) {
  return (
    <dl className={styles['addresses']}>
      {addresses.map(({ label, value }) => (
        <div key={label} className={styles['address']}>
          <dt>{message(label)}</dt>
          <dd>
            <code>{value}</code>
            <CopyButton text={value} what={message(label)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** For an entry that is not saved yet: where it will answer. */
export const futureAddress = (path: string, name: string) =>
  `${location.origin}${path.replace('{name}', name === '' ? '…' : encodeURIComponent(name))}`
