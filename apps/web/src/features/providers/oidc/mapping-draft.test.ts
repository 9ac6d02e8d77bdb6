import type { IdentityMapping } from '@bindery/contracts'
import { expect, test } from 'vitest'
import { blankMapping, draftOf, mappingOf } from './mapping-draft.ts'

const mapping = (spec: Partial<IdentityMapping['token_spec']>): IdentityMapping => ({
  name: 'main',
  description: '',
  priority: 3,
  claims: { repository: 'acme/web', ref: ['refs/heads/main', 'refs/tags/*'] },
  token_spec: {
    username: 'ci-bot',
    username_pattern: '',
    groups_pattern: '',
    scope: 'applied-permissions/user',
    audience: 'ours@*',
    expires_in: 600,
    ...spec,
  },
  project_key: 'web',
})

test.for<[string, Partial<IdentityMapping['token_spec']>]>([
  ['the rights of a user', {}],
  ['the rights of groups', { scope: 'applied-permissions/groups:"web","a, b"' }],
  ['groups that a claim names', { username: '', username_pattern: '{{sub}}', groups_pattern: '{{groups}}' }],
  ['a scope of its own', { scope: 'artifact:web-local/a:r,w applied-permissions/groups:x' }],
])('%s come back as they were', ([, spec]) => {
  expect(mappingOf(draftOf(mapping(spec)))).toEqual(mapping(spec))
})

test('groups are read with and without quotes', () => {
  expect(draftOf(mapping({ scope: 'applied-permissions/groups:web,"a, b"' })).groups).toEqual(['web', 'a, b'])
})

test('rows without a claim or a value are left out, and what is not chosen is not sent', () => {
  const draft = {
    ...blankMapping(1),
    claims: [
      { claim: ' ref ', values: ['x'] },
      { claim: '', values: ['y'] },
      { claim: 'sub', values: [] },
    ],
    username: 'ci-bot',
    usernamePattern: '{{sub}}',
    groupsPattern: '{{groups}}',
  }
  expect(mappingOf(draft)).toMatchObject({
    claims: { ref: 'x' },
    token_spec: { username: 'ci-bot', username_pattern: '', groups_pattern: '', expires_in: 3600 },
  })
})
