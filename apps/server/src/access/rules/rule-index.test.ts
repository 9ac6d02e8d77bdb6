import { expect, test } from 'vitest'
import { indexRules, type RuleIndex } from './rule-index.ts'
import { compilePatterns, matchRule, type Rule } from './rules.ts'

const rule = (include: string[], exclude: string[] = []): Rule => ({
  permission: include.join(),
  source: 'permission',
  section: 'artifact',
  target: 'a',
  includes: compilePatterns(include),
  excludes: compilePatterns(exclude),
  actions: 1,
  via: [],
})

const words = ['a', 'b', 'ab', 'c.jar', 'd.txt', 'x-sources.jar']
const wild = [...words, '*', '**', '*.jar', 'a*', '?', '*-sources.jar']
const pick = (from: readonly string[], seed: number) => from[seed % from.length] ?? ''

/** Every rule that is looked at for a path. */
function triedFor(index: RuleIndex, path: string): Rule[] {
  const tried: Rule[] = []
  index.some(path, (one) => {
    tried.push(one)
    return false
  })
  return tried
}

test('finds exactly what trying all of them finds, for files and for folders', () => {
  const make = (from: readonly string[], seed: number) =>
    Array.from({ length: 1 + (seed % 4) }, (_, step) => pick(from, Math.floor(seed / (step * 7 + 3)))).join(
      '/',
    )
  const rules = Array.from({ length: 400 }, (_, seed) =>
    rule([make(wild, seed * 31), make(wild, seed * 17 + 5)], seed % 3 === 0 ? [make(wild, seed * 13)] : []),
  )
  const index = indexRules(rules)
  let matches = 0
  for (let seed = 0; seed < 400; seed++)
    for (const path of [make(words, seed * 29), `${make(words, seed * 29)}/`]) {
      const all = rules.filter((one) => matchRule(one, path))
      const found = new Set(triedFor(index, path).filter((one) => matchRule(one, path)))
      expect([path, found]).toEqual([path, new Set(all)])
      matches += all.length
    }
  expect(matches).toBeGreaterThan(100)
})

test('leaves other folders and other endings alone', () => {
  const rules = Array.from({ length: 1000 }, (_, index) => rule([`team-${index}/**`, `**/*.ext${index}`]))
  const index = indexRules(rules)
  expect(triedFor(index, 'team-7/a/b.ext9')).toEqual([rules[7], rules[9]])
  expect(triedFor(index, 'elsewhere/a')).toEqual([])
})
