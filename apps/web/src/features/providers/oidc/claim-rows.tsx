import { message } from '../../../lib/messages.ts'
import { PatternList } from '../../../shared/pattern-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '../../../ui/icons.ts'
import { TextField } from '../../../ui/text-field.tsx'
import type { ClaimRow } from './mapping-draft.ts'
import styles from './oidc.module.css'

interface ClaimRowsProps {
  rows: ClaimRow[]
  error: string | undefined
  onChange: (rows: ClaimRow[]) => void
}

/** What a token must say: every claim, each with one of its values. */
export function ClaimRows({ rows, error, onChange }: ClaimRowsProps) {
  const set = (index: number, part: Partial<ClaimRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <fieldset className={styles['claimSet']}>
      <legend className={styles['legend']}>{message('providers.claims')}</legend>
      <p className={styles['help']}>{message('providers.claimsHelp')}</p>
      {rows.map((row, index) => (
        // Rows have no other identity than their place.
        <div key={index} className={styles['claimRow']}>
          <TextField
            label={message('providers.claim')}
            placeholder="repository"
            autoComplete="off"
            spellCheck={false}
            value={row.claim}
            onChange={(event) => set(index, { claim: event.currentTarget.value })}
          />
          <PatternList
            label={message('providers.claimValues')}
            placeholder="acme/*"
            values={row.values}
            onChange={(values) => set(index, { values })}
          />
          <IconButton
            icon={CloseIcon}
            label={message('providers.removeWhat', { name: row.claim || message('providers.claim') })}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error === undefined ? null : (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button size={28} icon={PlusIcon} onClick={() => onChange([...rows, { claim: '', values: [] }])}>
          {message('providers.addClaim')}
        </Button>
      </div>
    </fieldset>
  )
}
