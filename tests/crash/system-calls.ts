// What the server asked of the kernel and in which order, as strace wrote it down. Calls of several threads overlap: each has the
// line on which it began and the line on which it ended.
import { readFileSync } from 'node:fs'

export interface SystemCall {
  name: string
  /** Arguments and result as they stand, file descriptors with their paths. */
  text: string
  began: number
  ended: number
}

const traced = [
  'mkdir',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'fdatasync',
  'fsync',
  'rename',
  'renameat',
  'renameat2',
]

/** Makes the program a child of ours that is traced by a stranger: killing it is killing the server. */
export const strace = (
  file: string,
  calls: readonly string[] = traced,
  strings: readonly string[] = ['-s', '5000'],
): string[] => [
  'strace',
  '-D',
  '-f',
  '--seccomp-bpf',
  '-yy',
  ...strings,
  '-o',
  file,
  '-e',
  `trace=${calls.join(',')}`,
]

const unended = / <unfinished \.\.\.>$/

export function readCalls(file: string): SystemCall[] {
  const calls: SystemCall[] = []
  const unfinished = new Map<string, SystemCall>()
  for (const [at, line] of readFileSync(file, 'latin1').split('\n').entries()) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    const name = /^(\w+)\(/.exec(text)?.[1]
    if (resumed) {
      const call = unfinished.get(thread)
      if (call) Object.assign(call, { text: call.text.replace(unended, '') + resumed[1], ended: at })
    } else if (name !== undefined) {
      const call = { name, text, began: at, ended: unended.test(text) ? Infinity : at }
      calls.push(call)
      unfinished.set(thread, call)
    }
  }
  return calls
}
