// Files of the other side: what is there, and making it what is here.
import { isObject } from '../config/member.ts'
import type { FileNode } from '../file-nodes.ts'
import type { Properties } from '../properties.ts'
import { listed, textOf, type Listed } from './listed.ts'
import { addressesOf, askTarget, type Asked, type Target } from './target.ts'

/** Where a change came from, and when it was made. */
type Sent = Pick<Asked, 'origins' | 'changedAt'>

/** Undefined when there is nothing. */
export async function findTheirs(target: Target, path: string): Promise<Listed | undefined> {
  const answer = await askTarget(target, addressesOf(target, path).storage)
  if (answer.status === 404) return undefined
  const told = await answer.json()
  const checksums = isObject(told) && isObject(told['checksums']) ? told['checksums'] : undefined
  return {
    name: path,
    isFolder: checksums === undefined,
    sha256: textOf(checksums?.['sha256']),
    sha1: textOf(checksums?.['sha1']),
    modifiedAt: textOf(isObject(told) ? told['lastModified'] : ''),
  }
}

/** What lies right in the folder. */
export async function listTheirs(target: Target, folder: string): Promise<Listed[]> {
  const answer = await askTarget(
    target,
    `${addressesOf(target, folder).storage}?list&deep=0&listFolders=1&includeRootPath=0`,
  )
  return answer.status === 404 ? [] : listed(await answer.json())
}

/**
 * By its digest, and by its bytes when the other side lacks them. Properties go along, so that it is never seen without its
 * tags. Returns how many bytes were sent; undefined when they are gone here meanwhile.
 */
export async function sendFile(
  target: Target,
  file: FileNode,
  properties: Properties,
  sent: Sent,
): Promise<number | undefined> {
  const address = addressesOf(target, file.path).file + matrixOf(properties)
  const headers = {
    'x-checksum-sha256': file.sha256,
    'x-checksum-sha1': file.sha1,
    'x-checksum-md5': file.md5,
    'content-type': 'application/octet-stream',
  }
  const byDigest = await askTarget(target, address, {
    method: 'PUT',
    headers: { ...headers, 'x-checksum-deploy': 'true', 'content-length': '0' },
    ...sent,
  })
  if (byDigest.status !== 404) return 0
  const opened = await target.registry.blobs.open(file.sha256)
  if (!opened) return undefined
  await askTarget(target, address, {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(opened.size) },
    body: opened.stream,
    isNew: true,
    ...sent,
  }).finally(() => opened.stream.destroy())
  return opened.size
}

/** Too many properties for an address are set afterwards. */
export const fitsAddress = (properties: Properties) => matrixText(properties).length <= 4000

const matrixOf = (properties: Properties) => (fitsAddress(properties) ? matrixText(properties) : '')

function matrixText(properties: Properties): string {
  const pairs = [...properties].flatMap(([key, values]) =>
    values.map((value) => `;${encodeURIComponent(key)}=${encodeURIComponent(value.replaceAll(',', '\\,'))}`),
  )
  return pairs.join('')
}

/** Whether there was something to remove. */
export async function removeTheirs(target: Target, path: string, sent: Sent): Promise<boolean> {
  const address = addressesOf(target, path).file
  return (await askTarget(target, address, { method: 'DELETE', ...sent })).status !== 404
}

export async function readTheirProperties(target: Target, path: string): Promise<Properties> {
  const answer = await askTarget(target, `${addressesOf(target, path).storage}?properties`)
  const told = answer.status === 404 ? undefined : await answer.json()
  const properties = isObject(told) && isObject(told['properties']) ? told['properties'] : {}
  return new Map(
    Object.entries(properties).flatMap(([key, values]): [string, string[]][] =>
      Array.isArray(values) ? [[key, values.filter((one) => typeof one === 'string')]] : [],
    ),
  )
}

/** What differs is set, what is not ours is taken away. */
export async function changeTheirProperties(
  target: Target,
  path: string,
  { set, remove }: { set: Properties; remove: readonly string[] },
  sent: Sent,
): Promise<void> {
  const { storage } = addressesOf(target, path)
  for (const [key, values] of set) {
    const text = `${escaped(key)}=${values.map(escaped).join(',')}`
    const query = `properties=${encodeURIComponent(text)}&recursive=0`
    await askTarget(target, `${storage}?${query}`, { method: 'PUT', ...sent })
  }
  if (remove.length === 0) return
  const query = `properties=${encodeURIComponent(remove.map(escaped).join(','))}&recursive=0`
  await askTarget(target, `${storage}?${query}`, { method: 'DELETE', ...sent })
}

const escaped = (text: string) => text.replaceAll(/[,;|=\\]/g, String.raw`\$&`)
