import type { Repository } from '@bindery/contracts'
import { expect, test } from 'vitest'
import { filled, usable, wantedHere, wantedOf } from './choices.ts'

const repository = (key: string, kind: Repository['kind'], canDeploy = true): Repository => ({
  key,
  kind,
  format: 'npm',
  description: '',
  url: '',
  createdAt: '',
  can: { deploy: canDeploy },
})

test('the page that is open says what it is about, unless the panel was opened for something else', () => {
  expect(wantedHere('/packages/npm%3A%2F%2F%40acme%2Fx', {})).toEqual({
    format: 'npm',
    repository: undefined,
  })
  expect(wantedHere('/packages', { repository: 'npm-local', format: 'npm' })).toEqual({
    format: 'npm',
    repository: 'npm-local',
  })
  const here = { format: 'npm' }
  expect(wantedOf({ getActiveNode: true }, here)).toBe(here)
  expect(wantedOf({ getActiveNode: false, repository: 'files' }, here)).toEqual({
    format: undefined,
    repository: 'files',
  })
})

test('virtual repositories come first to install, local ones alone to publish', () => {
  const all = [repository('b', 'local'), repository('a', 'local', false), repository('v', 'virtual')]
  expect(usable(all, 'npm', 'install').map(({ key }) => key)).toEqual(['v', 'a', 'b'])
  expect(usable(all, 'npm', 'publish').map(({ key }) => key)).toEqual(['b'])
  expect(usable(all, 'generic', 'install')).toEqual([])
})

test('lines are filled with the address, its part without the scheme, and the token', () => {
  expect(filled('//{address}:_authToken={token}', 'https://x.example/npm/', 't')).toBe(
    '//x.example/npm/:_authToken=t',
  )
})
