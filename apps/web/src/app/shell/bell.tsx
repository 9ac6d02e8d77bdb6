import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { clearNotices, type Notice, pastNotices, unreadNotices } from '../../lib/notices.ts'
import { useStore } from '../../lib/store.ts'
import { clockTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BellIcon } from '../../ui/icons.ts'
import { PopoverFrame } from '../../ui/frames/popover-frame.tsx'
import { noticeIcon } from '../../ui/toasts.tsx'
import styles from './bell.module.css'
import { refreshNews, useClearNews, useNews, useReadNews } from './news.ts'
import { NewsItem } from './news-item.tsx'

/** What was said during this visit, so that nothing readable is lost to a timer, and news of what one follows. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const notices = useStore(pastNotices)
  const news = useNews()
  const readNews = useReadNews()
  const clearNews = useClearNews()
  const unreadNews = news.filter(({ isRead }) => !isRead).length
  const unread = useStore(unreadNotices) + unreadNews
  const change = (open: boolean) => {
    setOpen(open)
    unreadNotices.set(0)
    if (open) void refreshNews()
    else if (unreadNews > 0) readNews.mutate({})
  }
  const clear = () => {
    clearNotices()
    if (news.length > 0) clearNews.mutate({})
  }
  const isEmpty = notices.length + news.length === 0
  const label =
    unread === 0 ? message('shell.notifications') : message('shell.notificationsUnread', { count: unread })
  const button = (
    <IconButton
      icon={BellIcon}
      iconSize={20}
      label={label}
      hasDot={unread > 0}
      data-tour="notifications"
      aria-expanded={isOpen}
      onClick={() => change(!isOpen)}
    />
  )
  return (
    <PopoverFrame target={button} label={message('shell.notifications')} isOpen={isOpen} onChange={change}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{message('shell.notifications')}</h2>
        {isEmpty ? null : (
          <Button look="plain" size={28} onClick={clear}>
            {message('shell.clearNotifications')}
          </Button>
        )}
      </div>
      {isEmpty ? (
        <p className={styles['empty']}>{message('shell.noNotifications')}</p>
      ) : (
        <ul className={styles['list']}>
          {news.map((one) => (
            <NewsItem key={one.id} news={one} onLeave={() => change(false)} />
          ))}
          {notices.map((notice) => (
            <Past key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </PopoverFrame>
  )
}

function Past({ notice }: { notice: Notice }) {
  const Glyph = noticeIcon[notice.kind]
  return (
    <li className={styles['notice']} data-kind={notice.kind}>
      <Glyph size="1rem" stroke={1.75} aria-hidden="true" />
      <span className={styles['text']}>{notice.text}</span>
      <time className={styles['time']} dateTime={notice.at.toISOString()}>
        {clockTime(notice.at)}
      </time>
    </li>
  )
}
