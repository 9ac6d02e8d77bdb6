import { expect, test } from 'vitest'
import { parseXml } from './xml-read.ts'

test.each(['<a', '<a><b></a>', '<a b=c/>', '<a/><b/>', 'text'])('%s is refused in one sentence', (text) => {
  expect(() => parseXml(text)).toThrow(
    /^This is not (?:well-formed XML: (?!.*(?:xmldom|AppError)).+|an XML document)\.$/,
  )
})
