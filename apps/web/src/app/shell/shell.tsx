// The frame around the screens: header, sidebar, content. It survives errors of the screens in it.
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { isClassic, useDensity } from '../../lib/density.ts'
import { useStart } from '../../lib/frame.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useIsNarrow } from '../../lib/media.ts'
import { message } from '../../lib/messages.ts'
import { loadPreferences } from '../../lib/preferences.ts'
import { useProjectChoice } from '../../lib/project.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { areaTexts, loadTexts } from '../../messages/index.ts'
import { type Section, sectionOf } from '../menu.ts'
import { Banners } from './banners.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { FootLine } from './foot-line.tsx'
import { Header } from './header.tsx'
import { ProgressLine } from './progress-line.tsx'
import { isSidebarCollapsed, Sidebar } from './sidebar.tsx'
import styles from './shell.module.css'
import { useFrameShortcuts } from './use-frame-shortcuts.ts'
import { useIdleCheck } from './use-idle-check.ts'
import { useLive } from './use-live.ts'

// Nothing of it is needed for the first paint.
const Overlays = lazyPart(() => import('./overlays.tsx'), 'Overlays')

const ClassicTree = lazyPart(
  () => loadTexts([areaTexts.frame]).then(() => import('../classic/classic-tree.tsx')),
  'ClassicTree',
)

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
  const isNarrow = useIsNarrow()
  const isCollapsed = useStore(isSidebarCollapsed)
  const hasTree = useStore(isClassic) && !isNarrow
  const section = useSection()
  useFrameShortcuts()
  useIdleCheck()
  useLive()
  usePreferences()
  return (
    <div
      className={styles['shell']}
      data-collapsed={(isCollapsed && !hasTree) || undefined}
      data-classic={hasTree || undefined}
    >
      <ConnectionLine />
      <a className={styles['skip']} href="#content">
        {message('shell.skip')}
      </a>
      <Header />
      <ProgressLine />
      {isNarrow ? null : (
        <div className={styles['sidebar']} data-tour="navigation">
          {hasTree ? (
            <Suspense fallback={null}>
              <ClassicTree />
            </Suspense>
          ) : (
            <Sidebar section={section} />
          )}
        </div>
      )}
      <main className={styles['main']} id="content" tabIndex={-1} data-tour="page">
        <Banners />
        <Outlet />
        <FootLine />
      </main>
      <Suspense fallback={null}>
        <Overlays section={section} />
      </Suspense>
    </div>
  )
}

/** What the person prefers, from the server; the page wears its density. */
function usePreferences() {
  const user = useCurrentUser()
  const name = isPerson(user) ? user.name : undefined
  useEffect(() => void loadPreferences(name !== undefined), [name])
  const density = useDensity()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}

function useSection(): Section {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { chosen } = useProjectChoice()
  return sectionOf(path, useCurrentUser()?.canAdministerProjects === true, chosen?.key)
}
