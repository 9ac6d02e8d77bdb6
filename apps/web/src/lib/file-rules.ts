// What a file must be before it is sent: the server would refuse it too, but later.
import { message } from './messages.ts'

export interface FileRule {
  /** Without the dot, in lower case. */
  extensions: readonly string[]
  /** A file of this size or more is refused. */
  limit: number
  wrongExtension: string
}

const megabyte = 1024 * 1024

/** Files of configuration. */
export const jsonRule = (): FileRule => ({
  extensions: ['json'],
  limit: 13 * megabyte,
  wrongExtension: message('spec.jsonOnly'),
})

/** What is wrong with the file, if anything. */
export function fileProblem(file: { name: string; size: number }, rule: FileRule): string | undefined {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (!rule.extensions.includes(extension)) return rule.wrongExtension
  return file.size >= rule.limit ? `${message('spec.fileTooLarge')} ${sizeOf(rule.limit)}` : undefined
}

const sizeOf = (bytes: number) =>
  bytes >= megabyte ? `${bytes / megabyte} MB` : `${Math.round(bytes / 1024)} kB`
