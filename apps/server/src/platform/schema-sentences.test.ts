import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { speakInSentences } from './schema-sentences.ts'

// Other tests of this process have their own ways.
const { customError } = z.config()
beforeAll(speakInSentences)
afterAll(() => void z.config({ customError }))

const wrong = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each([
  [z.object({ a: z.string() }), {}, 'This is missing.'],
  [z.string(), 5, 'This must be text.'],
  [z.coerce.number(), 'x', 'This must be a number.'],
  [z.number().int(), 1.5, 'This must be a whole number.'],
  [z.boolean(), 'yes', 'This must be true or false.'],
  [z.array(z.string()), {}, 'This must be a list.'],
  [z.record(z.string(), z.string()), [], 'This must be an object.'],
  [z.enum(['local', 'remote']), 'near', 'This must be one of local, remote.'],
  [z.union([z.string(), z.null()]), 5, 'This has none of the forms that are taken here.'],
  [z.number().min(1), 0, 'This must be at least 1.'],
  [z.number().lt(9), 9, 'This must be less than 9.'],
  [z.string().min(1), '', 'This must not be empty.'],
  [z.string().max(2), 'abc', 'This must have at most 2 characters.'],
  [z.array(z.string()).min(2), [], 'This must have at least 2 entries.'],
  [z.string().min(1, 'Name it.'), '', 'Name it.'],
])('%#: a wrong value is told in a sentence', (schema, value, sentence) => {
  expect(wrong(schema, value)).toBe(sentence)
})
