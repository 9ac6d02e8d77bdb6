import { message } from '../../lib/messages.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import styles from './repository-card.module.css'

/** What a client is pointed at, to be copied. */
export const AddressLine = ({ address }: { address: string }) => (
  <span className={styles['address']}>
    <code>{address}</code>
    <CopyButton text={address} what={message('repository.address')} />
  </span>
)
