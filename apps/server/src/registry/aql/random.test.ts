// Random queries, answered by the database and by a plain loop over the same items: the two must always agree.
import { expect, test } from 'vitest'
import { matchesText } from '../../access/rules/permission-patterns.ts'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import { openTestDatabase } from '../../platform/db/test-database.ts'
import { parseQuery } from './parse.ts'
import type { Criterion, Operator, Pair, Value } from './query.ts'
import { createRandom, createWorld, findAll, keys, values, words, type WorldItem } from './world.fixture.ts'

const patterns = ['*', '?', 'a*', '*b', '*i*', '[z]', '?ib*', 'x%*', 'lib/*', '', '.', 'é*'] as const

test('the database finds what a plain loop finds, for four hundred random queries', async () => {
  const world = await createWorld(await openTestDatabase(await createMigratedDatabase()), 600)
  const random = createRandom(11)
  for (let round = 0; round < 400; round++) {
    const text = `items.find(${randomObject(random, 3)}).include("repo","path","name","type")`
    const { where } = parseQuery(text)
    const isOfFiles = !text.includes('"type":')
    const expected = [...world.items, ...world.roots]
      .filter((item) => (!isOfFiles || item.row.kind === 'file') && holds(item, where))
      .map((item) => `${item.repo}/${item.row.path}`)
      .toSorted()
    const found = (await findAll(world, text))
      .map(
        ({ repo, path, name }) => `${String(repo)}/${path === '.' ? '' : `${String(path)}/`}${String(name)}`,
      )
      .toSorted()
    expect({ text, found }).toEqual({ text, found: expected })
  }
}, 180_000)

type Random = ReturnType<typeof createRandom>

function randomObject(random: Random, depth: number): string {
  const pairs = Array.from({ length: 1 + random.below(3) }, () =>
    depth > 0 && random.next() < 0.35 ? randomGroup(random, depth) : randomPair(random),
  )
  return `{${pairs.join(',')}}`
}

function randomGroup(random: Random, depth: number): string {
  if (random.next() < 0.15) {
    const pairs = Array.from({ length: 1 + random.below(2) }, () =>
      propertyPair(random, ['$eq', '$ne', '$match', '$nmatch']),
    )
    return `"$msp":[{${pairs.join(',')}}]`
  }
  const members = Array.from({ length: random.below(4) }, () => randomObject(random, depth - 1))
  return `"${random.pick(['$and', '$or'])}":[${members.join(',')}]`
}

function randomPair(random: Random): string {
  const text = (field: string, list: readonly string[]) => {
    const operator = random.pick(['$eq', '$ne', '$match', '$nmatch', '$gt', '$lte'] as const)
    return written(field, operator, operator.endsWith('match') ? random.pick(patterns) : random.pick(list))
  }
  const number = (field: string, limit: number) =>
    written(field, random.pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const), random.below(limit))
  return random.pick([
    () => text('name', words),
    () => text('path', ['.', 'a', 'a/b', 'lib', 'lib/ab', '']),
    () => text('repo', ['one', 'two', 'far', 'far-cache', 'all', 'absent']),
    () => written('type', random.pick(['$eq', '$ne'] as const), random.pick(['file', 'folder', 'any'])),
    () => number('size', 50),
    () => number('depth', 5),
    () =>
      written(
        'created',
        random.pick(['$gt', '$lt'] as const),
        `2026-0${1 + random.below(9)}-15T10:00:00.000Z`,
      ),
    () => written('actual_sha1', random.pick(['$eq', '$ne'] as const), `sha1-${random.below(20)}`),
    () => written('sha256', '$eq', random.pick([`sha256-${random.below(20)}`, null])),
    () => written('stat.downloads', random.pick(['$eq', '$ne'] as const), random.pick([null, 1])),
    () => propertyPair(random, ['$eq', '$ne', '$match', '$nmatch', '$gt']),
    () => written(`@${random.pick(keys)}`, random.pick(['$eq', '$ne'] as const), null),
  ])()
}

function propertyPair(random: Random, operators: readonly Operator[]): string {
  const operator = random.pick(operators)
  const value = operator.endsWith('match') ? random.pick(['*', 'r*', '?ed', '*e*']) : random.pick(values)
  return written(`@${random.pick([...keys, '*'])}`, operator, value)
}

const written = (field: string, operator: Operator, value: Value) =>
  operator === '$eq'
    ? `"${field}":${JSON.stringify(value)}`
    : `"${field}":{"${operator}":${JSON.stringify(value)}}`

function holds(item: WorldItem, criterion: Criterion): boolean {
  if (criterion.kind === 'pair') return pairHolds(item, criterion)
  if (criterion.kind === 'and') return criterion.of.every((one) => holds(item, one))
  if (criterion.kind === 'or')
    return criterion.of.length === 0 || criterion.of.some((one) => holds(item, one))
  // Groups of the same property hold pairs only, in here.
  const pairs = criterion.of.flatMap((one) => (one.kind === 'pair' ? [one] : []))
  return item.properties.some((row) => pairs.every((one) => hasKey(row.key, one) && isTrue(row.value, one)))
}

const hasKey = (key: string, { field }: Pair) => field === '@*' || field === `@${key}`

function pairHolds(item: WorldItem, pair: Pair): boolean {
  const { row } = item
  const { field, operator, value } = pair
  if (field.startsWith('@')) {
    if (value === null) return item.properties.some(({ key }) => hasKey(key, pair)) === (operator === '$ne')
    const positive = { $ne: '$eq', $nmatch: '$match' } as Partial<Record<Operator, Operator>>
    const opposite = positive[operator]
    const found = item.properties.some(
      (one) => hasKey(one.key, pair) && isTrue(one.value, { ...pair, operator: opposite ?? operator }),
    )
    return opposite === undefined ? found : !found
  }
  if (field === 'repo') return repositoryHolds(item, pair)
  if (field === 'type' && value === 'any') return operator === '$eq' ? true : row.kind !== 'any'
  if (field === 'stat.downloads')
    return value === null
      ? (item.downloads === null) === (operator === '$eq')
      : item.downloads !== null && isTrue(item.downloads, pair)
  const columns: Record<string, string | number | null> = {
    name: row.name,
    path: row.parent === '' ? '.' : row.parent,
    type: row.kind,
    size: row.size,
    depth: row.name === '.' ? 0 : row.path.split('/').length,
    created: row.created_at,
    actual_sha1: item.sha1,
    sha256: row.sha256,
  }
  return isTrue(columns[field] ?? null, pair)
}

/** A remote repository has two names of its own; virtual ones count where a name is written out. */
function repositoryHolds({ repo, virtuals }: WorldItem, pair: Pair): boolean {
  const own = repo.endsWith('-cache') ? [repo, repo.slice(0, -'-cache'.length)] : [repo]
  const isExact = pair.operator === '$eq' || pair.operator === '$ne'
  const names = isExact ? [...own, ...virtuals] : own
  return pair.operator === '$ne' || pair.operator === '$nmatch'
    ? names.every((name) => isTrue(name, pair))
    : names.some((name) => isTrue(name, pair))
}

function isTrue(actual: string | number | null, { operator, value }: Pair): boolean {
  if (value === null) return (actual === null) === (operator === '$eq')
  if (actual === null) return operator === '$ne' || operator === '$nmatch'
  const [a, b] = typeof actual === 'number' ? [actual, Number(value)] : [actual, String(value)]
  const tests: Partial<Record<Operator, boolean>> = {
    $eq: a === b,
    $ne: a !== b,
    $gt: a > b,
    $gte: a >= b,
    $lt: a < b,
    $lte: a <= b,
    $match: matchesText(String(value), String(actual)),
    $nmatch: !matchesText(String(value), String(actual)),
  }
  return tests[operator] ?? false
}
