// A page about a service that this installation does not offer. It says what is missing and who can change it.
import type { ServiceName } from '@bindery/contracts'
import { useServices, useStart } from '../../lib/frame.ts'
import { message } from '../../lib/messages.ts'
import { type Teaser, TeaserPage } from './teaser-page.tsx'

interface ServiceTeaserProps {
  teaser: Teaser
  service: ServiceName
  /** Where the real thing is; left out for what this version does not have at all. */
  page?: string
  /** Only with a licence of these types. */
  licenseTypes?: readonly string[]
}

export function ServiceTeaser({ teaser, service, page, licenseTypes }: ServiceTeaserProps) {
  const isRunning = useServices().some(({ name, isAvailable }) => name === service && isAvailable)
  const start = useStart()
  const type = start?.licenseType ?? ''
  const isLicensed = licenseTypes === undefined || licenseTypes.includes(type)
  const isHere = page !== undefined && isRunning && isLicensed
  const reason = () => {
    if (page === undefined) return message('teasers.notInThisVersion')
    if (!isRunning) return message('teasers.serviceOff', { service })
    return isLicensed ? message('teasers.here') : message('teasers.otherLicense', { type })
  }
  return (
    <TeaserPage
      teaser={teaser}
      mark={message(isHere ? 'teasers.available' : 'teasers.notAvailable')}
      reason={reason()}
      action={
        isHere && (start?.user?.isAdmin === true || !page.startsWith('/admin/'))
          ? { label: message('teasers.open'), to: page }
          : { label: message('teasers.contactSales'), to: '.', search: { contactUsContext: 'sales' } }
      }
    />
  )
}
