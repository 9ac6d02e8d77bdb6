// Pages that stand in place of others: administration on a demonstration, and scanning where it is not offered.
// These rules come before the one about permissions, which would turn the same people back.
import { redirect } from '@tanstack/react-router'
import { policiesPage, scannerLicenses, scannerTeaser } from '../../features/teasers/scanner-licenses.ts'
import { tourTarget } from '../../features/teasers/tour-paths.ts'
import { circumstancesNow } from '../../lib/circumstances.ts'
import type { Guard } from './guard.ts'

export const showTourTeasers: Guard = ({ location }, { user, switches }) => {
  const isVisitor = switches.isTour && user?.isAdmin !== true
  const target = tourTarget(location.pathname, isVisitor)
  if (target !== undefined) throw redirect({ href: target, replace: true })
}

export const leaveScannerTeaser: Guard = ({ location }, start) => {
  if (location.pathname !== scannerTeaser) return
  const { services, licenseType } = circumstancesNow(start)
  if (services.has('xray') && scannerLicenses.includes(licenseType))
    throw redirect({ href: policiesPage, replace: true })
}
