// What stands in a line of strace, which writes all bytes as \xNN.
import { resolve } from 'node:path'
import type { SystemCall } from './system-calls.ts'

/** Every string among the arguments; the paths of descriptors stand in angle brackets and are none. */
export const stringsOf = ({ text }: SystemCall): Buffer[] =>
  [...text.matchAll(/"([\\x0-9a-f]*)"/g)].map(([, digits = '']) => bytesOf(digits))

/** Whole paths: one that is not is meant from the folder whose descriptor stands before it. */
export function pathsOf({ text }: SystemCall): string[] {
  const given = text.matchAll(/(?:<([^>]*)>, )?"([\\x0-9a-f]*)"/g)
  return [...given].map(([, folder = '', digits = '']) => resolve(plain(folder), bytesOf(digits).toString()))
}

/** A number; behind a descriptor stands its path, four characters for each of its bytes, behind an error its name. */
export const resultOf = ({ text }: SystemCall): number =>
  Number(/\)\s+= (-?\d+)(?:<[^>]*>| [A-Z].*)?$/.exec(text.slice(-10_000))?.[1] ?? -1)

const bytesOf = (digits: string) => Buffer.from(digits.replaceAll('\\x', ''), 'hex')
const plain = (text: string) => (text.includes('\\x') ? bytesOf(text).toString() : text)
