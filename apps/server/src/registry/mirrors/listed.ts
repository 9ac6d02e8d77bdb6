// What a folder of another server holds, as its list tells, and how that is compared with what lies here.
import type { PropertyChange } from '../annotate.ts'
import { isObject } from '../config/member.ts'
import type { FileNode } from '../file-nodes.ts'
import type { Properties } from '../properties.ts'

export interface Listed {
  name: string
  isFolder: boolean
  /** Empty when the server does not tell. */
  sha256: string
  sha1: string
  modifiedAt: string
}

/** Names that could lead elsewhere are not believed. */
export function listed(answer: unknown): Listed[] {
  const files = isObject(answer) && Array.isArray(answer['files']) ? answer['files'].filter(isObject) : []
  return files
    .map((file) => ({
      name: textOf(file['uri']).replace(/^\//, ''),
      isFolder: file['folder'] === true,
      sha256: textOf(file['sha2']),
      sha1: textOf(file['sha1']),
      modifiedAt: textOf(file['lastModified']),
    }))
    .filter(({ name }) => name !== '' && name !== '.' && name !== '..' && !/[/\\\p{Cc}]/u.test(name))
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const kindOf = ({ isFolder }: Listed) => (isFolder ? 'folder' : 'file')

export const below = (folder: string, { name }: Listed) => (folder === '' ? name : `${folder}/${name}`)

export const isSame = (file: FileNode, theirs: Listed | undefined): boolean =>
  theirs !== undefined &&
  !theirs.isFolder &&
  (theirs.sha256 === '' ? theirs.sha1 === file.sha1 : theirs.sha256 === file.sha256)

/** What makes `there` what is `wanted`. */
export const differing = (wanted: Properties, there: Properties): PropertyChange => ({
  set: new Map([...wanted].filter(([key, values]) => !isSameSet(values, there.get(key)))),
  remove: [...there.keys()].filter((key) => !wanted.has(key)),
})

const isSameSet = (some: readonly string[], others: readonly string[] = []) =>
  some.length === others.length && some.every((one) => others.includes(one))
