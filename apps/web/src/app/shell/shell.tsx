// The frame around the screens: header, sidebar, content. It survives errors of the screens in it.
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { useIsNarrow } from '../../lib/media.ts'
import { useStart } from '../../lib/frame.ts'
import { otherReader } from '../../lib/other-reader.ts'
import { sessionEnded } from '../../lib/session-end.ts'
import { useStore } from '../../lib/store.ts'
import { ConnectionLine } from './connection-line.tsx'
import { useProjectChoice } from '../../lib/project.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { type Section, sectionOf } from '../menu.ts'
import { Header } from './header.tsx'
import { ProgressLine } from './progress-line.tsx'
import { isSidebarCollapsed, Sidebar } from './sidebar.tsx'
import styles from './shell.module.css'
import { useFrameShortcuts } from './use-frame-shortcuts.ts'
import { useIdleCheck } from './use-idle-check.ts'
import { useLive } from './use-live.ts'

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((m) => ({ default: m.ShortcutsDialog })),
)
const AboutDialog = lazy(() => import('./about-dialog.tsx').then((m) => ({ default: m.AboutDialog })))
const SessionEndedDialog = lazy(() =>
  import('./session-ended-dialog.tsx').then((m) => ({ default: m.SessionEndedDialog })),
)
const OtherReaderDialog = lazy(() =>
  import('./other-reader-dialog.tsx').then((m) => ({ default: m.OtherReaderDialog })),
)
const MenuSheet = lazy(() => import('./menu-sheet.tsx').then((m) => ({ default: m.MenuSheet })))

export type FrameDialog = 'shortcuts' | 'about' | 'menu'

export function Shell() {
  const user = useStart()?.user ?? null
  // Error pages are for anybody; a stranger gets them without a frame to nowhere.
  return user === null ? <Bare /> : <Frame />
}

function Bare() {
  return (
    <main className={styles['bare']} id="content">
      <Outlet />
    </main>
  )
}

function Frame() {
  const [dialog, setDialog] = useState<FrameDialog | undefined>(undefined)
  const isNarrow = useIsNarrow()
  const isCollapsed = useStore(isSidebarCollapsed)
  const hasEnded = useStore(sessionEnded)
  const isOther = useStore(otherReader) !== undefined
  const section = useSection()
  useFrameShortcuts(setDialog)
  useIdleCheck()
  useLive()
  const close = () => setDialog(undefined)
  return (
    <div className={styles['shell']} data-collapsed={isCollapsed || undefined}>
      <ConnectionLine />
      <a className={styles['skip']} href="#content">
        {message('shell.skip')}
      </a>
      <Header onOpen={setDialog} />
      <ProgressLine />
      {isNarrow ? null : (
        <div className={styles['sidebar']}>
          <Sidebar section={section} />
        </div>
      )}
      <main className={styles['main']} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Suspense fallback={null}>
        {dialog === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
        {dialog === 'about' ? <AboutDialog onClose={close} /> : null}
        {dialog === 'menu' && isNarrow ? <MenuSheet section={section} onClose={close} /> : null}
        {isOther ? <OtherReaderDialog /> : hasEnded ? <SessionEndedDialog /> : null}
      </Suspense>
    </div>
  )
}

function useSection(): Section {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { chosen } = useProjectChoice()
  return sectionOf(path, useCurrentUser()?.canAdministerProjects === true, chosen?.key)
}
