import { expect, test } from 'vitest'
import { type Circumstances, type Gate, judgeGate } from './gates.ts'

const usual: Circumstances = {
  licenseType: 'Enterprise Plus',
  isCloud: false,
  isAdmin: true,
  services: new Set(['xray']),
  features: { newSetMeUp: true },
}

const verdict = (gate: Gate, now: Partial<Circumstances> = {}) => judgeGate(gate, { ...usual, ...now }).kind

test('NAV-11, ROLE-13: without a licence only what works without one is left', () => {
  expect(verdict({}, { licenseType: 'N/A' })).toBe('hidden')
  expect(verdict({ worksUnlicensed: true }, { licenseType: 'N/A' })).toBe('open')
})

test('NAV-12, ROLE-05: what belongs to a deployment is only there', () => {
  expect(verdict({ deployment: 'cloud' })).toBe('hidden')
  expect(verdict({ deployment: 'cloud' }, { isCloud: true })).toBe('open')
  expect(verdict({ deployment: 'self-hosted' }, { isCloud: true })).toBe('hidden')
})

test('NAV-13: what is for administrators is hidden from others', () => {
  expect(verdict({ isForAdministrators: true })).toBe('open')
  expect(verdict({ isForAdministrators: true }, { isAdmin: false })).toBe('hidden')
})

test('NAV-14, ROLE-08: a feature flag opens and closes', () => {
  expect(verdict({ feature: 'newSetMeUp' })).toBe('open')
  expect(verdict({ feature: 'tested' })).toBe('hidden')
  expect(verdict({ feature: '-tested' })).toBe('open')
})

test('NAV-15: a hidden flag hides', () => {
  expect(verdict({ isHidden: true })).toBe('hidden')
})

test('ROLE-04, ROLE-06, ROLE-07: a service that is off and a licence that does not fit are told', () => {
  expect(judgeGate({ service: 'mc' }, usual)).toEqual({
    kind: 'disabled',
    reason: 'The service mc is switched off on this installation.',
  })
  expect(judgeGate({ licenseTypes: ['Pro X'] }, usual)).toEqual({
    kind: 'disabled',
    reason: 'Needs a licence of one of these types: Pro X.',
  })
  expect(verdict({ licenseTypes: ['Enterprise Plus'], service: 'xray' })).toBe('open')
})
