import { useEffect, useRef, useState } from 'react'
import { message } from '../lib/messages.ts'
import { dismiss, type Notice, type NoticeKind, visibleNotices } from '../lib/notices.ts'
import { useStore } from '../lib/store.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { CloseIcon, ErrorIcon, type Icon, InfoIcon, SuccessIcon, WarningIcon } from './icons.ts'
import { SafeHtml } from './safe-html.tsx'
import styles from './toasts.module.css'

export const noticeIcon: Record<NoticeKind, Icon> = {
  success: SuccessIcon,
  info: InfoIcon,
  warning: WarningIcon,
  error: ErrorIcon,
}

/** Newest on top. The regions exist before their content, or screen readers would stay silent. */
export function Toasts() {
  const notices = useStore(visibleNotices)
  const isUrgent = ({ kind }: Notice) => kind === 'error' || kind === 'warning'
  return (
    <div className={styles['stack']}>
      <div role="alert" className={styles['region']}>
        {notices.filter(isUrgent).map((notice) => (
          <Toast key={notice.id} notice={notice} />
        ))}
      </div>
      <div role="status" className={styles['region']}>
        {notices
          .filter((notice) => !isUrgent(notice))
          .map((notice) => (
            <Toast key={notice.id} notice={notice} />
          ))}
      </div>
    </div>
  )
}

function Toast({ notice }: { notice: Notice }) {
  const [isHeld, setHeld] = useState(false)
  useCountdown(notice.duration, isHeld, () => dismiss(notice.id))
  const Glyph = noticeIcon[notice.kind]
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) }
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) }
  return (
    <div className={styles['toast']} data-kind={notice.kind} {...hold} {...release}>
      <Glyph size="1rem" stroke={1.75} aria-hidden="true" />
      <div className={styles['text']}>
        {notice.html === undefined ? notice.text : <SafeHtml html={notice.html} />}
      </div>
      {notice.action === undefined ? null : (
        <Button look="plain" size={28} onClick={() => act(notice)}>
          {notice.action.label}
        </Button>
      )}
      <IconButton
        icon={CloseIcon}
        label={message('shared.close')}
        size={28}
        onClick={() => dismiss(notice.id)}
      />
    </div>
  )
}

function act({ id, action }: Notice) {
  dismiss(id)
  action?.run()
}

/** Counts only while nobody reads it and the page is in sight. */
function useCountdown(duration: number, isHeld: boolean, onEnd: () => void) {
  const left = useRef(duration)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  const isHidden = usePageHidden()
  useEffect(() => {
    if (isHeld || isHidden) return undefined
    const started = Date.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - started
    }
  }, [isHeld, isHidden])
}

function usePageHidden() {
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const note = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [])
  return isHidden
}
