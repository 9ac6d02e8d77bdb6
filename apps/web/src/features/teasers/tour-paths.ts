// On a demonstration installation visitors get a page about these parts of administration in place of the parts.

export const tourPaths = [
  '/admin/projects/list',
  '/admin/environments',
  '/admin/management/users',
  '/admin/configuration/security/ldap',
  '/admin/configuration/security/general',
  '/admin/configuration/general',
  '/admin/monitoring/storage-summary',
] as const

export type TourPath = (typeof tourPaths)[number]

export const isTourPath = (path: string): path is TourPath => (tourPaths as readonly string[]).includes(path)

/**
 * Where an address leads when administration is shown as teasers; undefined where it may stay. A teaser that is opened
 * where the page itself may be opened leads to the page.
 */
export function tourTarget(path: string, isVisitor: boolean): string | undefined {
  if (path.startsWith('/demo/admin/')) {
    const page = path.slice('/demo'.length)
    if (!isVisitor) return page
    return isTourPath(page) ? undefined : unknownTarget
  }
  if (!isVisitor || !/^\/admin(?:\/|$)/.test(path)) return undefined
  return isTourPath(path) ? `/demo${path}` : unknownTarget
}

const unknownTarget = '/packages'
