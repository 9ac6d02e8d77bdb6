// Licences: what the installation is licensed for, by which keys, and a place to add more.
import { type License, type LicenseState, noLicense } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { AddDialog } from './add-dialog.tsx'
import { LicenseSummary } from './license-summary.tsx'
import { LicenseTable } from './license-table.tsx'
import styles from './licenses.module.css'
import { licenseState, useRestoreBuiltIn } from './queries.ts'
import { RemoveDialog } from './remove-dialog.tsx'

type Open = { kind: 'add' } | { kind: 'remove'; license: License }

export function LicensesScreen() {
  const state = useQuery(licenseState)
  const isSlow = useLasting(state.isPending, 1000)
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
      {state.error === null ? null : (
        <Card>
          <PanelError
            title={message('licenses.failed')}
            error={state.error}
            onRetry={() => void state.refetch()}
          />
        </Card>
      )}
      {state.error === null && isSlow ? <SkeletonBlock /> : null}
      {state.data === undefined ? null : (
        <Content state={state.data} onRemove={(license) => setOpen({ kind: 'remove', license })} />
      )}
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
