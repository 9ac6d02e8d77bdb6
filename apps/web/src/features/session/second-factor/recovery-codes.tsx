import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { brand } from '../../../messages/brand.ts'
import { CopyButton } from '../../../shared/copy-button.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import frame from '../sign-in-frame.module.css'
import styles from './enrolment.module.css'

interface RecoveryCodesProps {
  codes: string[]
  onGoOn: () => void
}

/** Shown this once. Going on asks for a promise, because nobody can show them again. */
export function RecoveryCodes({ codes, onGoOn }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <div className={frame['form']}>
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <CopyButton text={text} what={message('account.recoveryCodes')} hasText />
        <a
          className={buttonClass('outlined', 28)}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${brand.product.toLowerCase()}-recovery-codes.txt`}
        >
          {message('account.download')}
        </a>
      </div>
      <Checkbox
        label={message('account.codesKept')}
        checked={isKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Button look="filled" size={36} className={frame['submit']} disabled={!isKept} onClick={onGoOn}>
        {message('account.goOn')}
      </Button>
    </div>
  )
}
