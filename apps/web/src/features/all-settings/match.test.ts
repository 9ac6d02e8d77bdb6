import { beforeAll, expect, test } from 'vitest'
import { areaTexts, loadTexts } from '../../messages/index.ts'
import { PackageIcon } from '../../ui/icons.ts'
import type { SettingCard } from './card.ts'
import { search, splitAt } from './match.ts'

beforeAll(() => loadTexts(Object.values(areaTexts)))

const card = (title: string, page: string, disabledBy?: string): SettingCard => ({
  page,
  to: page,
  title,
  icon: PackageIcon,
  disabledBy,
})
const groups = [
  { id: 'people', title: 'People', cards: [card('Users', '/admin/management/users')] },
  {
    id: 'platform',
    title: 'Platform',
    cards: [card('Mail', '/admin/configuration/mail'), card('Peers', '/peers', 'The service is off')],
  },
  { id: 'off', title: 'Off', cards: [card('Sync', '/sync', 'The service is off')] },
]
const titles = (wanted: string) =>
  search(groups, wanted).map(({ title, found }) => [title, found.map((one) => one.card.title)])

test('ADMIN-05: a group whose cards are all disabled is gone, one with some stays', () => {
  expect(titles('')).toEqual([
    ['People', ['Users']],
    ['Platform', ['Mail', 'Peers']],
  ])
})

test('a search finds titles, fields and other names, and says which', () => {
  expect(titles('PEE')).toEqual([['Platform', ['Peers']]])
  expect(search(groups, 'smtp')[0]?.found[0]?.because).toEqual({ label: 'Also:', text: 'SMTP' })
  expect(search(groups, 'subject pre')[0]?.found[0]?.because).toEqual({
    label: 'Field:',
    text: 'Subject prefix',
  })
  expect(titles('nothing of that kind')).toEqual([])
})

test('the match is cut out of a text as it is written there', () => {
  expect(splitAt('Proxies', 'pROX')).toEqual(['', 'Prox', 'ies'])
  expect(splitAt('Reverse proxy', 'prox')).toEqual(['Reverse ', 'prox', 'y'])
  expect(splitAt('Users', 'x')).toEqual(['Users', '', ''])
})
