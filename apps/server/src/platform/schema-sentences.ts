// What a schema says of a wrong value by itself, as sentences for a person. A message that a schema was given stays.
import { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const units: Record<string, string> = { string: 'characters', array: 'entries' }

export function speakInSentences(): void {
  z.config({ customError: sentenceOf })
}

function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing.'
      return `This must be ${kinds[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `This must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'This must not be empty.'
      return limitSentence(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)
    case 'too_big':
      return limitSentence(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
    case 'invalid_union':
      return 'This has none of the forms that are taken here.'
    default:
      return undefined
  }
}

function limitSentence(bound: string, limit: number | bigint, origin: string): string {
  const unit = units[origin]
  return unit ? `This must have ${bound} ${limit} ${unit}.` : `This must be ${bound} ${limit}.`
}
