import { expect, test } from 'vitest'
import { articleOf } from './articles.ts'

test('an article has the title of its page, its first paragraph without marks, and the rest as it is', () => {
  const page = '# People and rights\n\nWho may *do* what,\nand [why](why.md).\n\n## Users\n\nText.\n'
  expect(articleOf('docs/guide/identity.md', page)).toEqual({
    id: 'identity',
    title: 'People and rights',
    summary: 'Who may do what, and why.',
    text: 'Who may *do* what,\nand [why](why.md).\n\n## Users\n\nText.\n',
  })
  expect(articleOf('docs/guide/empty.md', '')).toMatchObject({ title: 'empty', summary: '' })
})
