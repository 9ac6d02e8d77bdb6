import { expect, test } from 'vitest'
import { tourPaths, tourTarget } from './tour-paths.ts'
import { tourTeasers } from './tour-teasers.ts'

test('TOUR-18: every path has a teaser, and visitors are led to it', () => {
  expect(Object.keys(tourTeasers).toSorted()).toEqual([...tourPaths].toSorted())
  for (const path of tourPaths) {
    expect(tourTarget(path, true)).toBe(`/demo${path}`)
    expect(tourTarget(`/demo${path}`, true)).toBeUndefined()
  }
})

test('TOUR-11: other paths of administration lead visitors to the packages', () => {
  for (const path of [
    '/admin',
    '/admin/',
    '/admin/artifactory/list',
    '/admin/environments/more',
    '/demo/admin/other',
  ])
    expect([path, tourTarget(path, true)]).toEqual([path, '/packages'])
})

test('nothing else is touched, and nobody else is led anywhere', () => {
  for (const path of ['/packages', '/administration', '/demo', '/demo/tree', '/'])
    expect([path, tourTarget(path, true)]).toEqual([path, undefined])
  expect(tourTarget('/admin/environments', false)).toBeUndefined()
  expect(tourTarget('/demo/admin/environments', false)).toBe('/admin/environments')
})
