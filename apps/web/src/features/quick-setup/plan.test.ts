import type { RepositoryType } from '@bindery/contracts'
import { beforeAll, expect, test } from 'vitest'
import { areaTexts, loadTexts } from '../../messages/index.ts'
import { keyMistake, planFor } from './plan.ts'

beforeAll(() => loadTexts([areaTexts.quickSetup, areaTexts.repository]))

const type: RepositoryType = {
  id: 'cargo',
  label: 'Cargo',
  icon: '',
  kinds: ['local', 'remote', 'virtual', 'federated'],
  isSpoken: true,
  hasPackages: true,
  clientPath: '',
  upstream: 'https://crates.example.org/',
  defaults: {},
}

test('a type gets one repository of each kind, the virtual one in front of the others', () => {
  expect(planFor(type, new Set(['cargo-local']))).toEqual([
    {
      proposed: 'cargo-local',
      key: 'cargo-local',
      kind: 'local',
      format: 'cargo',
      config: {},
      isThere: true,
    },
    {
      proposed: 'cargo-remote',
      key: 'cargo-remote',
      kind: 'remote',
      format: 'cargo',
      config: { url: type.upstream },
      isThere: false,
    },
    {
      proposed: 'cargo-virtual',
      key: 'cargo-virtual',
      kind: 'virtual',
      format: 'cargo',
      config: { repositories: ['cargo-local', 'cargo-remote'] },
      isThere: false,
    },
  ])
})

test('without a known upstream there is no remote one, and no kind that the type does not have', () => {
  expect(planFor({ ...type, upstream: '' }, new Set()).map(({ key }) => key)).toEqual([
    'cargo-local',
    'cargo-virtual',
  ])
  expect(planFor({ ...type, kinds: ['local'] }, new Set()).map(({ key }) => key)).toEqual(['cargo-local'])
})

test('another name goes into the virtual repository as well', () => {
  const [local, , virtual] = planFor(type, new Set(), new Map([['cargo-local', 'crates']]))
  expect(local).toMatchObject({ proposed: 'cargo-local', key: 'crates', isThere: false })
  expect(virtual?.config).toEqual({ repositories: ['crates', 'cargo-remote'] })
})

test('a key has its form and is nobody else’s, whatever its case', () => {
  expect(keyMistake('Crates', ['crates'])).toBeDefined()
  expect(keyMistake('a key', [])).toBeDefined()
  expect(keyMistake('', [])).toBeDefined()
  expect(keyMistake('crates-2', ['crates'])).toBeUndefined()
})
