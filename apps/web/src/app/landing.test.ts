import type { CurrentUser } from '@bindery/contracts'
import { describe, expect, test } from 'vitest'
import type { Start } from '../lib/frame.ts'
import { noteVisit, forgetVisits } from '../lib/last-visited.ts'
import { administrationLanding, applicationLanding, landingPath } from './landing.ts'

const nobody: CurrentUser = {
  name: 'ann',
  displayName: 'ann',
  email: null,
  isAdmin: false,
  isAnonymous: false,
  mustChangePassword: false,
  realm: 'internal',
  mfaStatus: 'none',
  canManagePermissions: false,
  canManageResources: false,
  canAdministerProjects: false,
}
const admin = { ...nobody, name: 'admin', isAdmin: true, canAdministerProjects: true }
const projectAdmin = { ...nobody, name: 'pia', canAdministerProjects: true }

const startOf = (user: CurrentUser | null, given: { homePage?: string; isLightweight?: boolean } = {}) =>
  ({
    user,
    homePage: given.homePage ?? '',
    switches: { isLightweight: given.isLightweight ?? false },
  }) as Start // the members that the rules look at

const plain = { features: {}, services: new Set(['mc']) }

describe('where / and /home lead', () => {
  test('LAND-01: a configured home page wins over every other choice', () => {
    const start = startOf(admin, { homePage: '/builds', isLightweight: true })
    expect(landingPath(start, { ...plain, features: { platformGetStarted: true } })).toBe('/builds')
  })

  test('LAND-03, LAND-10, LAND-11: a lightweight installation starts in the tree of repositories', () => {
    expect(landingPath(startOf(admin, { isLightweight: true }), plain)).toBe('/repos')
    expect(landingPath(startOf(nobody, { isLightweight: true }), plain)).toBe('/repos')
  })

  test('LAND-04, LAND-12: an administrator starts with the first steps where these are on', () => {
    const now = { ...plain, features: { platformGetStarted: true } }
    expect(landingPath(startOf(admin), now)).toBe('/get_started')
    expect(landingPath(startOf(nobody), now)).toBe('/packages')
  })

  test('LAND-05, LAND-06, LAND-07: an administrator starts with the topology, or with its teaser', () => {
    expect(landingPath(startOf(admin), plain)).toBe('/admin/mission_control/topology')
    expect(landingPath(startOf(admin), { ...plain, services: new Set() })).toBe('/topology-teaser')
  })

  test('LAND-08, LAND-09: everybody else starts with the packages', () => {
    expect(landingPath(startOf(nobody), plain)).toBe('/packages')
    expect(landingPath(startOf(projectAdmin), plain)).toBe('/packages')
  })

  test('LAND-13: whoever did not sign in goes to do so', () => {
    expect(landingPath(startOf(null), plain)).toBe('/login')
    expect(landingPath(startOf({ ...nobody, isAnonymous: true }), plain)).toBe('/login')
  })
})

describe('where the sections lead', () => {
  test('LAND-14, LAND-15: whoever administers projects goes to the projects, or to the chosen one', () => {
    expect(administrationLanding(admin, undefined, [])).toBe('/admin/projects/list')
    expect(administrationLanding(projectAdmin, 'web', [])).toBe('/admin/projects/overview')
  })

  test('LAND-16, LAND-17: others go to the first entry they see, or to the users', () => {
    expect(administrationLanding(nobody, undefined, ['/admin/management/permissions'])).toBe(
      '/admin/management/permissions',
    )
    expect(administrationLanding(nobody, undefined, [])).toBe('/admin/management/users')
  })

  test('LAND-18, LAND-19, LAND-20, LAND-21: the last page wins, for its user, until they leave', () => {
    expect(applicationLanding(admin)).toBe('/packages')
    noteVisit('admin', 'administration', '/admin/security/audit')
    noteVisit('admin', 'application', '/builds')
    expect(administrationLanding(admin, undefined, [])).toBe('/admin/security/audit')
    expect(applicationLanding(admin)).toBe('/builds')
    expect(applicationLanding(nobody)).toBe('/packages')
    forgetVisits()
    expect(applicationLanding(admin)).toBe('/packages')
  })
})
