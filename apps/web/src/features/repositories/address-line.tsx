import { Fragment } from 'react'
import { message } from '../../lib/messages.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import styles from './repository-card.module.css'

/** Where a long address may go on in the next line. */
const afterSlash = /(?<=\/)(?=[^/])/

/** What a client is pointed at, to be copied. */
export const AddressLine = ({ address }: { address: string }) => (
  <span className={styles['address']}>
    <code>
      {address.split(afterSlash).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of an address that does not change
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
    <CopyButton text={address} what={message('repository.address')} />
  </span>
)
