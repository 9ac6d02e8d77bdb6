import { useRouterState } from '@tanstack/react-router'
import { useStart } from '../../lib/frame.ts'
import { message } from '../../lib/messages.ts'
import { TeaserPage } from './teaser-page.tsx'
import { isTourPath } from './tour-paths.ts'
import { tourTeasers } from './tour-teasers.ts'

/** At `/demo/admin/…`: what would be at `/admin/…`. A guard sees to it that there is a teaser for the path. */
export function TourTeaserScreen() {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/^\/demo/, '') })
  const trial = useStart()?.addresses.trial ?? ''
  if (!isTourPath(path)) return null
  return (
    <TeaserPage
      teaser={tourTeasers[path]}
      mark={message('teasers.tour')}
      reason={message('teasers.tourReason')}
      action={
        trial === ''
          ? { label: message('teasers.askTrial'), to: '.', search: { contactUsContext: 'demo' } }
          : { label: message('teasers.startTrial'), href: trial }
      }
    />
  )
}
