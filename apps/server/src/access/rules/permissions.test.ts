import { expect, test } from 'vitest'
import { anonymousActor, systemActor, type Actor, type Grant } from './actor.ts'
import {
  can,
  decide,
  mayUse,
  repositoryActions,
  type PlatformAction,
  type RepositoryAction,
} from './permissions.ts'

const user = (...grants: Grant[]): Actor => ({
  userId: 'u1',
  name: 'ann',
  isAdmin: false,
  mustChangePassword: false,
  grants,
})
const admin: Actor = { ...user(), name: 'root', isAdmin: true }

const repositoryRules: [string, Actor, RepositoryAction, string, boolean][] = [
  ['no grant, no right', user(), 'read', 'npm-local', false],
  [
    'a grant allows its action in its repository',
    user({ action: 'read', repository: 'a' }),
    'read',
    'a',
    true,
  ],
  ['a grant allows no other repository', user({ action: 'read', repository: 'a' }), 'read', 'b', false],
  ['a grant allows no other action', user({ action: 'read', repository: 'a' }), 'deploy', 'a', false],
  [
    'a stronger action does not bring the weaker ones',
    user({ action: 'manage', repository: 'a' }),
    'read',
    'a',
    false,
  ],
  ['a star is every repository', user({ action: 'deploy', repository: '*' }), 'deploy', 'any', true],
  ['a star is one action only', user({ action: 'deploy', repository: '*' }), 'delete', 'any', false],
  [
    'a star inside a key is a letter, not a pattern',
    user({ action: 'read', repository: 'npm*' }),
    'read',
    'npm-local',
    false,
  ],
  ['a key is compared whole', user({ action: 'read', repository: 'npm' }), 'read', 'npm-local', false],
  ['a key is compared with its case', user({ action: 'read', repository: 'A' }), 'read', 'a', false],
  [
    'several grants add up',
    user({ action: 'read', repository: 'a' }, { action: 'delete', repository: 'b' }),
    'delete',
    'b',
    true,
  ],
  ['an administrator may do everything', admin, 'manage', 'anything', true],
  ['the system may do everything', systemActor, 'delete', 'anything', true],
  ['anonymous may read where that is open', anonymousActor(true), 'read', 'a', true],
  ['anonymous may never write', anonymousActor(true), 'deploy', 'a', false],
  ['anonymous may not read where that is closed', anonymousActor(false), 'read', 'a', false],
]

test.for(repositoryRules)('%s', ([, actor, action, repository, expected]) => {
  expect(can(actor, action, repository)).toBe(expected)
  expect(decide(actor, action, repository).allowed).toBe(expected)
})

test('every right is refused without a grant and given by exactly one', () => {
  for (const wanted of repositoryActions)
    for (const granted of repositoryActions)
      expect(can(user({ action: granted, repository: '*' }), wanted, 'a')).toBe(granted === wanted)
})

test('a refusal says who, what, where and whom to ask', () => {
  expect(decide(user(), 'delete', 'npm-local')).toEqual({
    allowed: false,
    why: 'User ann may not delete or overwrite in npm-local: no grant allows it. Ask an administrator for the delete right on this repository.',
  })
})

const platformRules: Record<PlatformAction, Record<string, boolean>> = {
  public: { closed: true, open: true, user: true, admin: true },
  browse: { closed: false, open: true, user: true, admin: true },
  'signed-in': { closed: false, open: false, user: true, admin: true },
  administer: { closed: false, open: false, user: false, admin: true },
}

test.for(Object.entries(platformRules))('who may use what is declared as %s', ([action, expected]) => {
  const actors = { closed: anonymousActor(false), open: anonymousActor(true), user: user(), admin }
  // The keys of the table are the actions themselves.
  const answers = Object.entries(actors).map(([name, actor]) => [
    name,
    mayUse(actor, action as PlatformAction),
  ])
  expect(Object.fromEntries(answers)).toEqual(expected)
})
