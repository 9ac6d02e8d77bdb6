import { expect, test } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

function world() {
  let now = 0
  let made = 0
  const answers = new KeptAnswers<number>({ now: () => now })
  const ask = (takes: number) =>
    answers.get('all', async () => {
      now += takes
      return (made += 1)
    })
  return { ask, pass: (milliseconds: number) => (now += milliseconds) }
}

test('a cheap answer is made anew each time', async () => {
  const { ask } = world()
  expect([await ask(5), await ask(5), await ask(5)]).toEqual([1, 2, 3])
})

test('a dear answer is kept for thirty times as long as it took, then an old one serves while a new one is made', async () => {
  const { ask, pass } = world()
  expect(await ask(400)).toBe(1)
  pass(11_900)
  expect(await ask(400)).toBe(1)
  pass(200)
  expect(await ask(400)).toBe(1)
  expect(await ask(400)).toBe(2)
})

test('a failure is told, and not kept', async () => {
  const answers = new KeptAnswers<number>()
  await expect(answers.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await answers.get('a', async () => 7)).toBe(7)
})
