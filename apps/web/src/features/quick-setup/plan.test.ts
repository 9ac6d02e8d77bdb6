import type { RepositoryType } from '@bindery/contracts'
import { expect, test } from 'vitest'
import { planFor } from './plan.ts'

const type: RepositoryType = {
  id: 'cargo',
  label: 'Cargo',
  icon: '',
  kinds: ['local', 'remote', 'virtual', 'federated'],
  isSpoken: true,
  clientPath: '',
  upstream: 'https://crates.example.org/',
  defaults: {},
}

test('a type gets one repository of each kind, the virtual one in front of the others', () => {
  expect(planFor(type, new Set(['cargo-local']))).toEqual([
    { key: 'cargo-local', kind: 'local', format: 'cargo', config: {}, isThere: true },
    { key: 'cargo-remote', kind: 'remote', format: 'cargo', config: { url: type.upstream }, isThere: false },
    {
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
