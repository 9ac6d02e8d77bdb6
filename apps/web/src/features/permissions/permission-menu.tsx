import type { Permission } from '@bindery/contracts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { ChangeButton } from '../../ui/button.tsx'
import type { Deed } from './permission-dialogs.tsx'
import styles from './permission-editor.module.css'

// Neither is needed for the first look.
const MoreMenu = lazyPart(() => import('./more-menu.tsx'), 'MoreMenu')
const PermissionDialog = lazyPart(() => import('./permission-dialogs.tsx'), 'PermissionDialog')

/** What is done with a saved permission as a whole: for those who may delete it, so not for its managers. */
export function PermissionMenu({ permission, isDirty }: { permission: Permission; isDirty: boolean }) {
  const [deed, setDeed] = useState<Deed>()
  if (permission.can['delete'] !== true) return null
  return (
    <>
      <ChangeButton onClick={() => setDeed('duplicate')}>{message('permissions.duplicate')}</ChangeButton>
      <div className={styles['more']}>
        <Suspense fallback={null}>
          <MoreMenu onChoose={setDeed} />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {deed === undefined ? null : (
          <PermissionDialog
            deed={deed}
            permission={permission}
            isDirty={isDirty}
            onClose={() => setDeed(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
