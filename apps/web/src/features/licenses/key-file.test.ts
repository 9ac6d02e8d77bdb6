import { expect, test } from 'vitest'
import { keysIn } from './key-file.ts'

test.each([
  ['one key', '{"licenseKey":"a.b"}', 'a.b'],
  ['a list', '[{"licenseKey":" a.b "},{"licenseKey":"c.d"}]', 'a.b\n\nc.d'],
  ['what the API lists', '{"licenses":[{"licenseKey":"a.b"}]}', 'a.b'],
  ['plain keys', '["a.b","c.d"]', 'a.b\n\nc.d'],
  ['something else', '{"a":1}', undefined],
  ['nothing', '', undefined],
  ['no JSON', '{"licenseKey":', undefined],
  ['numbers', '[1,null,{"licenseKey":2}]', undefined],
])('%s', (_, text, keys) => {
  expect(keysIn(text)).toBe(keys)
})
