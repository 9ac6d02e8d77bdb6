import type { BuildDetails } from '@bindery/contracts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { RunPlace } from './queries.ts'

const PromoteDialog = lazyPart(() => import('./promote-dialog.tsx'), 'PromoteDialog')

/** Those who may not promote are told what they would need. */
export function PromoteButton({ details, run }: { details: BuildDetails; run: RunPlace }) {
  const [isOpen, setOpen] = useState(false)
  if (details.can['promote'] !== true)
    return (
      <>
        <Button onClick={() => setOpen(true)}>{message('builds.promoteWhy')}</Button>
        {isOpen ? (
          <Dialog title={message('builds.promoteWhy')} onClose={() => setOpen(false)}>
            <p>{message('builds.promoteNeeds', { name: details.name })}</p>
          </Dialog>
        ) : null}
      </>
    )
  return (
    <>
      <ChangeButton look="filled" onClick={() => setOpen(true)}>
        {message('builds.promote')}
      </ChangeButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <PromoteDialog run={run} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
