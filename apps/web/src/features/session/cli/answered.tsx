import { useEffect, useRef } from 'react'
import { message } from '../../../lib/messages.ts'
import { InfoIcon, SuccessIcon } from '../../../ui/icons.ts'
import frame from '../sign-in-frame.module.css'
import styles from './cli.module.css'

/** The end of the way; the terminal goes on by itself. */
export function Answered({ isAllowed }: { isAllowed: boolean }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <div className={isAllowed ? frame['done'] : styles['denied']}>
      {isAllowed ? (
        <SuccessIcon size="1rem" stroke={1.75} aria-hidden="true" />
      ) : (
        <InfoIcon size="1rem" stroke={1.75} aria-hidden="true" />
      )}
      <p ref={text} role="status" tabIndex={-1}>
        {message(isAllowed ? 'account.cliAllowed' : 'account.cliDenied')}
      </p>
    </div>
  )
}
