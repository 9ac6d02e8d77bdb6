// What opens over the page. The code of each comes when it is first wanted; the palette's in a quiet moment before.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useIsNarrow } from '../../lib/media.ts'
import { otherReader } from '../../lib/other-reader.ts'
import { sessionEnded } from '../../lib/session-end.ts'
import { setMeUpPanel } from '../../lib/set-me-up.ts'
import { useStore } from '../../lib/store.ts'
import { areaTexts, loadTexts } from '../../messages/index.ts'
import { closeFrameDialog, frameDialog } from '../frame-dialogs.ts'
import type { Section } from '../menu.ts'
import { loadMenus } from './lazy-menus.ts'
import { useVisits } from './use-visits.ts'

/** A part and the texts it says. */
const withTexts =
  <M,>(area: keyof typeof areaTexts, load: () => Promise<M>) =>
  () =>
    loadTexts([areaTexts[area]]).then(load)

const loadPalette = withTexts('palette', () => import('../palette/palette.tsx'))
const Palette = lazyPart(loadPalette, 'Palette')
const ShortcutsDialog = lazyPart(
  withTexts('frame', () => import('./shortcuts-dialog.tsx')),
  'ShortcutsDialog',
)
const ClassicDialog = lazyPart(
  withTexts('frame', () => import('./classic-dialog.tsx')),
  'ClassicDialog',
)
const AboutDialog = lazyPart(() => import('./about-dialog.tsx'), 'AboutDialog')
const SessionEndedDialog = lazyPart(() => import('./session-ended-dialog.tsx'), 'SessionEndedDialog')
const OtherReaderDialog = lazyPart(() => import('./other-reader-dialog.tsx'), 'OtherReaderDialog')
const MenuSheet = lazyPart(() => import('./menu-sheet.tsx'), 'MenuSheet')
const NavigationTour = lazyPart(
  withTexts('tour', () => import('../tour/navigation-tour.tsx')),
  'NavigationTour',
)
const LearningPanel = lazyPart(
  withTexts('learning', () => import('../../features/learning/learning-panel.tsx')),
  'LearningPanel',
)
const ContactDialog = lazyPart(
  withTexts('contact', () => import('../../features/contact/contact-dialog.tsx')),
  'ContactDialog',
)
const SetMeUpPanel = lazyPart(
  withTexts('setMeUp', () => import('../../features/set-me-up/set-me-up-panel.tsx')),
  'SetMeUpPanel',
)

const QuickSetupDialog = lazyPart(
  withTexts('quickSetup', () => import('../../features/quick-setup/quick-setup-dialog.tsx')),
  'QuickSetupDialog',
)

export function Overlays({ section }: { section: Section }) {
  const dialog = useStore(frameDialog)
  const isNarrow = useIsNarrow()
  const { isVisible, config } = useStore(setMeUpPanel)
  const hasEnded = useStore(sessionEnded)
  const isOther = useStore(otherReader) !== undefined
  const close = closeFrameDialog
  useEffect(prefetch, [])
  useVisits()
  return (
    <Suspense fallback={null}>
      {dialog === 'palette' ? <Palette onClose={close} /> : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
      {dialog === 'about' ? <AboutDialog onClose={close} /> : null}
      {dialog === 'learning' ? <LearningPanel onClose={close} /> : null}
      {dialog === 'quickSetup' ? <QuickSetupDialog onClose={close} /> : null}
      {dialog === 'classic' ? <ClassicDialog onClose={close} /> : null}
      {/* Never over something that asks for an answer. */}
      {dialog === 'tour' && !isVisible && !hasEnded && !isOther ? <NavigationTour onClose={close} /> : null}
      {dialog === 'menu' && isNarrow ? <MenuSheet section={section} onClose={close} /> : null}
      {isVisible ? <SetMeUpPanel config={config} /> : null}
      <Contact />
      {isOther ? <OtherReaderDialog /> : hasEnded ? <SessionEndedDialog /> : null}
    </Suspense>
  )
}

/** Open while the address says what for, so that it can be linked to; closing takes that out of the address. */
function Contact() {
  const navigate = useNavigate()
  const { contactUsContext: context } = useSearch({ strict: false }) as { contactUsContext?: unknown }
  if (typeof context !== 'string' || context === '') return null
  const close = () =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, contactUsContext: undefined }),
      replace: true,
    })
  return <ContactDialog context={context} onClose={close} />
}

/** Menus and palette open at once then, also when the server has gone away meanwhile. */
function prefetch() {
  const timer = setTimeout(() => void Promise.all([loadMenus(), loadPalette()]).catch(() => undefined), 1500)
  return () => clearTimeout(timer)
}
