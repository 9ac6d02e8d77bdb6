import { expect, test } from 'vitest'
import { scannerLicenses } from './scanner-licenses.ts'

test('TOUR-21: scanning comes with Pro X, Enterprise X, Enterprise, Enterprise Plus and their trials', () => {
  expect(scannerLicenses).toEqual([
    'Pro X',
    'Pro X Trial',
    'Enterprise X',
    'Enterprise X Trial',
    'Enterprise',
    'Enterprise Trial',
    'Enterprise Plus',
    'Enterprise Plus Trial',
  ])
})
