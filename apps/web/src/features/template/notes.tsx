import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { type NoticeKind, notify } from '../../lib/notices.ts'
import { Empty } from '../../shared/empty.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SafeHtml } from '../../ui/safe-html.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TopDialog } from '../../ui/top-dialog.tsx'
import { Sample } from './sample.tsx'
import styles from './template.module.css'

const kinds: NoticeKind[] = ['success', 'info', 'warning', 'error']

export function Notes() {
  return (
    <>
      <Sample of="notice">
        <div className={styles['stack']}>
          <Notice title={message('template.noticeTitle')}>{message('template.body')}</Notice>
          <Notice look="ok">{message('template.well')}</Notice>
          <Notice look="warn">{message('template.attention')}</Notice>
          <Notice look="error">{message('template.failed')}</Notice>
        </div>
      </Sample>
      <Sample of="toasts">
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => notify(kind, message('template.toast', { kind }))}>
            {kind}
          </Button>
        ))}
      </Sample>
      <Sample of="safe-html">
        <SafeHtml html={message('template.html')} />
      </Sample>
      <Overlays />
      <Sample of="skeleton">
        <div className={styles['wide']}>
          <SkeletonRows count={2} />
        </div>
      </Sample>
      <Sample of="empty">
        <div className={styles['wide']}>
          <Empty title={message('template.emptyTitle')} text={message('template.emptyText')} />
        </div>
      </Sample>
      <Sample of="panel-error">
        <div className={styles['wide']}>
          <PanelError
            title={message('template.failed')}
            error={new Error(message('template.failedText'))}
            onRetry={() => notify('info', message('template.pressed'))}
          />
        </div>
      </Sample>
    </>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'top' | 'sheet' | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <>
      <Sample of="dialog">
        <Button onClick={() => setOpen('dialog')}>{message('template.openDialog')}</Button>
      </Sample>
      <Sample of="top-dialog">
        <Button onClick={() => setOpen('top')}>{message('template.openTop')}</Button>
      </Sample>
      <Sample of="sheet">
        <Button onClick={() => setOpen('sheet')}>{message('template.openSheet')}</Button>
      </Sample>
      {open === 'dialog' ? (
        <Dialog title={message('template.dialog')} onClose={close}>
          <p>{message('template.body')}</p>
          <DialogActions>
            <Button onClick={close}>{message('shared.cancel')}</Button>
            <Button look="filled" onClick={close}>
              {message('template.create')}
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
      {open === 'top' ? (
        <TopDialog label={message('template.dialog')} onClose={close}>
          <p className={styles['padded']}>{message('template.body')}</p>
        </TopDialog>
      ) : null}
      {open === 'sheet' ? (
        <Sheet label={message('template.sheet')} onClose={close}>
          <p>{message('template.body')}</p>
        </Sheet>
      ) : null}
    </>
  )
}
