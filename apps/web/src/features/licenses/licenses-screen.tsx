// Licences: what the installation is licensed for, by which keys, and a place to add more.
import { type License, type LicenseState, noLicense } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { AddDialog } from './add-dialog.tsx'
import { LicenseSummary } from './license-summary.tsx'
import { LicenseTable } from './license-table.tsx'
import styles from './licenses.module.css'
import { licenseState, useRestoreBuiltIn } from './queries.ts'
import { RemoveDialog } from './remove-dialog.tsx'

type Open = { kind: 'add' } | { kind: 'remove'; license: License }

export function LicensesScreen() {
  const state = useQuery(licenseState)
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <>
      <Breadcrumb crumbs={[{ text: message('spec.licenses') }]} />
      <PageHead title={message('spec.licenses')}>
        <ChangeButton look="filled" icon={PlusIcon} onClick={() => setOpen({ kind: 'add' })}>
          {message('licenses.add')}
        </ChangeButton>
      </PageHead>
      <Loaded query={state} failed={message('licenses.failed')} keepsPage>
        {(data) => <Content state={data} onRemove={(license) => setOpen({ kind: 'remove', license })} />}
      </Loaded>
      {open?.kind === 'add' ? <AddDialog onClose={close} /> : null}
      {open?.kind === 'remove' ? <RemoveDialog license={open.license} onClose={close} /> : null}
    </>
  )
}

function Content({ state, onRemove }: { state: LicenseState; onRemove: (license: License) => void }) {
  const active = state.licenses.find(({ isActive }) => isActive)
  const hasBuiltIn = state.licenses.some(({ id }) => id === 'built-in')
  return (
    <div className={styles['columns']}>
      <div className={styles['side']}>
        <LicenseSummary active={active} />
        {hasBuiltIn ? null : <BuiltInOffer isUnlicensed={state.type === noLicense} />}
      </div>
      <LicenseTable licenses={state.licenses} onRemove={onRemove} />
    </div>
  )
}

/** The way back for whoever took the built-in licence away. */
function BuiltInOffer({ isUnlicensed }: { isUnlicensed: boolean }) {
  const restore = useRestoreBuiltIn()
  return (
    <div className={styles['offer']}>
      <p>{message(isUnlicensed ? 'licenses.builtInNeeded' : 'licenses.builtInText')}</p>
      <ChangeButton
        isBusy={restore.isPending}
        onClick={() =>
          restore.mutate({}, { onSuccess: () => notify('success', message('licenses.restored')) })
        }
      >
        {message('licenses.restore')}
      </ChangeButton>
      {restore.error === null ? null : <p role="alert">{restore.error.message}</p>}
    </div>
  )
}
