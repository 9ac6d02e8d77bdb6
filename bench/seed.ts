// Publishes the same packages to each server and proves that each gives the same content back.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { buildPackage, type PackageContent, publishDocument, tarballName } from './package-content.ts'

export interface Content {
  small: PackageContent
  large: PackageContent
  many: PackageContent[]
}

// What npm 11 sends when it installs, and what it, pnpm and yarn send for the short form.
export const fullHeaders = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' }
export const abbreviatedHeaders = {
  accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*',
  'accept-encoding': 'gzip, deflate, br',
}

export async function buildContent(versions = 500): Promise<Content> {
  const numbers = Array.from({ length: versions }, (_, index) => `1.${Math.floor(index / 10)}.${index % 10}`)
  return {
    small: await buildPackage('bench-small', '1.0.0', 10_000),
    large: await buildPackage('bench-large', '1.0.0', 1_000_000),
    many: await Promise.all(numbers.map((version) => buildPackage('bench-many', version, 300))),
  }
}

export async function seed(content: Content, registry: string, token: string): Promise<void> {
  for (const item of [content.small, content.large, ...content.many]) {
    const response = await fetch(new URL(item.name, registry), {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: new Uint8Array(publishDocument(item, registry)),
    })
    const text = await response.text()
    if (!response.ok)
      throw new Error(`Publishing ${item.name} ${item.version} failed: ${response.status} ${text}`)
  }
}

export async function verifySeed(content: Content, registry: string): Promise<void> {
  for (const group of [[content.small], [content.large], content.many]) {
    for (const headers of [{ accept: 'application/json' }, fullHeaders, abbreviatedHeaders]) {
      await verifyPackument(group, registry, headers)
    }
  }
  const last = content.many.at(-1)
  for (const item of [content.small, content.large, ...(last ? [last] : [])])
    await verifyTarball(item, registry)
}

export function tarballUrl(content: PackageContent, registry: string): string {
  return new URL(`${content.name}/-/${tarballName(content)}`, registry).href
}

export async function fetchBytes(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

async function verifyPackument(group: PackageContent[], registry: string, headers: Record<string, string>) {
  const [first] = group
  if (first === undefined) return
  const url = new URL(first.name, registry).href
  const document = JSON.parse((await fetchBytes(url, headers)).toString())
  const versions: [string, { dist: { integrity: string } }][] = Object.entries(document.versions)
  const found = Object.fromEntries(versions.map(([version, { dist }]) => [version, dist.integrity]))
  const expected = Object.fromEntries(group.map(({ version, integrity }) => [version, integrity]))
  if (!isDeepStrictEqual(found, expected)) throw new Error(`${url} does not list what was published`)
  if (document['dist-tags'].latest !== group.at(-1)?.version)
    throw new Error(`${url} has another latest version`)
}

async function verifyTarball(item: PackageContent, registry: string) {
  const bytes = await fetchBytes(tarballUrl(item, registry))
  const shasum = createHash('sha1').update(bytes).digest('hex')
  if (shasum !== item.shasum)
    throw new Error(`${tarballUrl(item, registry)} gives other bytes than were published`)
}
