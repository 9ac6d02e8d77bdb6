import { describe, expect, test } from 'vitest'
import { readDate, readPeriod } from './dates.ts'
import { parseQuery } from './parse.ts'

const failureOf = (text: string): string => {
  try {
    parseQuery(text)
    return 'no failure'
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

describe('a query', () => {
  test('keeps keys that repeat', () => {
    const { where } = parseQuery(
      'items.find({"path":"a","path":"b","$or":[{"name":"c"}],"$or":[{"name":"d"}]})',
    )
    expect(where.of.map((one) => (one.kind === 'pair' ? [one.field, one.value] : one.of.length))).toEqual([
      ['path', 'a'],
      ['path', 'b'],
      1,
      1,
    ])
  })

  test('takes every pair of a member of $or as an alternative', () => {
    const { where } = parseQuery('items.find({"$or":[{"repo":"a","repo":"b"},{"repo":"c"}]})')
    expect(where.of[0]).toMatchObject({ kind: 'or', of: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] })
  })

  test('takes clauses in any order, with any white space, and strings with escapes', () => {
    const query = parseQuery(
      ' items\n.find ( { "name" : "a\\"\\u00e9\\n" } )\t.limit(5).distinct( false ) .offset( 2 ).sort({"$desc":["name","path"]}).transitive().include("a","b")',
    )
    expect(query).toMatchObject({
      domain: { text: 'items' },
      where: { of: [{ value: 'a"é\n' }] },
      limit: 5,
      offset: 2,
      isTransitive: true,
      sort: { isDescending: true, fields: [{ text: 'name' }, { text: 'path' }] },
      include: [{ text: 'a' }, { text: 'b' }],
    })
    expect(parseQuery('archive.entries.find()').domain.text).toBe('archive.entries')
  })

  test('compares with numbers and null, and by several operators at once', () => {
    const { where } = parseQuery('items.find({"size":{"$gt":-1,"$lt":10},"stat.downloads":null})')
    expect(where.of).toMatchObject([
      {
        kind: 'and',
        of: [
          { operator: '$gt', value: -1 },
          { operator: '$lt', value: 10 },
        ],
      },
      { operator: '$eq', value: null },
    ])
  })
})

test.each([
  ['', 'line 1, column 1: expected the name of a domain, such as items, but the query ends here'],
  ['items', 'line 1, column 6: expected ".", but the query ends here'],
  ['items.find({"a" "b"})', 'line 1, column 17: expected ":", but there is "b"'],
  ['items.find({\n  "a":}', 'line 2, column 7: expected a string, a number or null, but there is }'],
  ['items.find({"a":"b"', 'line 1, column 20: expected "}", but the query ends here'],
  ["items.find({'a':1})", 'line 1, column 13: strings stand in double quotes'],
  ['items.find({"a":"b})', 'line 1, column 17: this string has no closing quote'],
  ['items.find({"a":"\\x"})', 'line 1, column 17: this string has an escape that JSON does not know'],
  ['items.find({"a":"\\u0000"})', 'line 1, column 17: this string has a character that no name can have'],
  ['items.find({"a":"\\ud800"})', 'line 1, column 17: this string has a character that no name can have'],
  ['items.find({"$not":[]})', 'line 1, column 13: there is no "$not"; groups are $and, $or and $msp'],
  ['items.find({"a":{"$in":1}})', 'line 1, column 18: expected one of $eq, $ne'],
  ['items.find().limit(-1)', 'line 1, column 20: expected a whole number of at least 0, but there is -1'],
  ['items.find().limit(1.5)', 'expected a whole number'],
  ['items.find().sort({"$up":["a"]})', 'line 1, column 20: expected "$asc" or "$desc", but there is "$up"'],
  [
    'items.find().drop()',
    'line 1, column 14: expected include, sort, offset, limit, transitive or distinct, but there is drop',
  ],
  ['items.find();', 'line 1, column 13: ";" means nothing here'],
  [`items.find(${'{"$and":['.repeat(100_000)}`, 'objects are nested deeper than 50'],
  [`items.find({${'"a":"b",'.repeat(5_001)}"a":"b"})`, 'there are more than 5000 criteria'],
  [`items.find({"a":"${'x'.repeat(9_000)}"})`, 'this value is longer than 8192 characters'],
  ['x'.repeat(2_000_000), 'The query is longer than 1048576 characters'],
])('%.40s is refused with its place and what was expected', (text, expected) => {
  expect(failureOf(text)).toContain(expected)
})

test('dates are read in every form that clients write', () => {
  const at = '2024-01-31T10:20:30.123Z'
  for (const text of [at, '2024-01-31T10:20:30.123+0000', '2024-01-31T03:20:30.123-07:00', '1706696430123'])
    expect([text, readDate(text)]).toEqual([text, at])
  expect(readDate('2024-01-31')).toBe('2024-01-31T00:00:00.000Z')
  expect(readDate('2024-01-31T10:20:30.123456+0000')).toBe(at)
  for (const text of ['', 'yesterday', '2024-13-01', '31.1.2024'])
    expect([text, readDate(text)]).toEqual([text, undefined])
  const now = new Date('2024-03-10T00:00:00.000Z')
  expect(
    ['3d', '2w', '6mo', '1y', '30minutes', '5x', 'd'].map((text) => readPeriod(text, now)?.slice(0, 16)),
  ).toEqual([
    '2024-03-07T00:00',
    '2024-02-25T00:00',
    '2023-09-10T00:00',
    '2023-03-10T00:00',
    '2024-03-09T23:30',
    undefined,
    undefined,
  ])
})
