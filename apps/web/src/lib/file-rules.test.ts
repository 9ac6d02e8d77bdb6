import { expect, test } from 'vitest'
import { fileProblem, jsonRule } from './file-rules.ts'

const problem = (name: string, size = 10) => fileProblem({ name, size }, jsonRule())

test('VAL-11: a file of configuration has the extension json, however it is written', () => {
  expect(problem('policy.json')).toBeUndefined()
  expect(problem('POLICY.JSON')).toBeUndefined()
  for (const name of ['policy.txt', 'policy.json.exe', 'json', '', '.json.'])
    expect(problem(name)).toBe('File should have an extension of .json')
})

test('VAL-12, VAL-13, LIM-07: a file of 13*1024*1024 bytes or more is refused', () => {
  expect(problem('a.json', 13 * 1024 * 1024 - 1)).toBeUndefined()
  expect(problem('a.json', 13 * 1024 * 1024)).toBe('File size should be less than 13 MB')
})
