// The files of a build on their way to another repository: from where each goes, and what is told of it.
import type { Actor } from '../../access/actor.ts'
import type { Registry } from '../registry.ts'
import { cacheOf, type Repository } from '../repositories.ts'
import { transferItems } from '../transfer/transfer.ts'
import type { LocatedFile } from './located-artifacts.ts'

export interface BuildMessage {
  level: 'info' | 'warning' | 'error'
  message: string
}

export const info = (message: string): BuildMessage => ({ level: 'info', message })
export const warn = (message: string): BuildMessage => ({ level: 'warning', message })

/** A file at the place that it leaves. */
export interface Place {
  from: Repository
  path: string
  sha256: string
}

/** Each file once, however many modules name it. */
export function placesOf(files: readonly LocatedFile[]): Place[] {
  const found = new Map<string, Place>()
  for (const { file } of files)
    if (file) {
      const from = file.repository.kind === 'remote' ? cacheOf(file.repository) : file.repository
      found.set(file.nodeId, { from, path: file.path, sha256: file.sha256 })
    }
  return [...found.values()]
}

export function missing(
  { kind, wanted, file }: LocatedFile,
  sources: readonly string[] | undefined,
): BuildMessage | undefined {
  if (file) return undefined
  const where = sources === undefined ? 'in no repository that you may read' : `not in ${sources.join(', ')}`
  // Build tools name dependencies that never came through here; and sources name some of several repositories.
  const level = kind === 'dependency' || sources !== undefined ? 'warning' : 'error'
  return { level, message: `The ${kind} ${JSON.stringify(wanted.name)} is ${where}.` }
}

interface FileTransfer {
  kind: 'copy' | 'move'
  to: Repository
  isDry: boolean
}

/** To the same path; a file that is there already stays. */
export async function transferFile(
  registry: Registry,
  actor: Actor,
  { from, path }: Place,
  { kind, to, isDry }: FileTransfer,
): Promise<void> {
  if (from.id === to.id) return
  await transferItems(registry, actor, {
    // A cache keeps what it has fetched.
    kind: from.isCache ? 'copy' : kind,
    from,
    path,
    to,
    target: path,
    isInto: false,
    isExact: true,
    isDry,
  })
}

export function summaryOf({ kind, to, isDry }: FileTransfer, count: number): string {
  const done = kind === 'copy' ? 'copied' : 'moved'
  const files = count === 1 ? '1 file' : `${count} files`
  if (isDry) return `Dry run: ${files} would be ${done} to ${to.key}.`
  return `${files} ${count === 1 ? 'was' : 'were'} ${done} to ${to.key}.`
}
