import { message } from '../../lib/messages.ts'

// As the server checks it: letters and digits of any language, and the usual marks between them.
const pattern = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,63}$/u

export function checkGroupName(name: string): string | undefined {
  if (name.trim() === '') return message('spec.mandatory')
  return pattern.test(name.trim()) ? undefined : message('spec.namePattern')
}
