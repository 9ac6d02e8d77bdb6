import { expect, test } from 'vitest'
import { noteSearch, recent } from './recent.ts'

test('LIM-11: the ten latest searches are kept, each once', () => {
  for (let count = 1; count <= 12; count += 1) noteSearch(`word ${count}`)
  noteSearch('word 5')
  expect(recent.get().searches).toEqual([
    'word 5',
    ...[12, 11, 10, 9, 8, 7, 6, 4, 3].map((count) => `word ${count}`),
  ])
})
