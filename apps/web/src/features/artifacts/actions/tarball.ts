// What a package says of itself, read from the beginning of its tarball in the browser. How its format packs, the server says.
import type { FormatInfo } from '@bindery/contracts'

type Tarballs = NonNullable<FormatInfo['tarballs']>

interface Coordinates {
  name: string
  version: string
}

export interface FoundPackage extends Coordinates {
  /** Where clients look for it. */
  path: string
}

const block = 512
/** The manifest is among the first files that are packed; whoever hides it behind more than this types the path. */
const mostRead = 4 * 1024 * 1024

/** Undefined when it is none, or not readable as one: then it is a file like any other. */
export async function readTarball(file: Blob, tarballs: Tarballs): Promise<FoundPackage | undefined> {
  try {
    const text = findManifest(await unpacked(file), tarballs.manifest)
    const { name, version } = JSON.parse(text ?? '{}') as { name?: unknown; version?: unknown }
    return typeof name === 'string' && typeof version === 'string' && isName(name) && isVersion(version)
      ? { name, version, path: placeOf(tarballs, { name, version }) }
      : undefined
  } catch {
    return undefined
  }
}

function placeOf({ path }: Tarballs, { name, version }: Coordinates): string {
  const words = new Map([
    ['{name}', name],
    ['{bareName}', name.slice(name.indexOf('/') + 1)],
    ['{version}', version],
  ])
  return path.replaceAll(/\{\w+\}/g, (word) => words.get(word) ?? word)
}

const isName = (name: string) => /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/.test(name)
const isVersion = (version: string) => /^\d+\.\d+\.\d+[\w.+-]*$/.test(version)

async function unpacked(file: Blob): Promise<Uint8Array> {
  const bytes = new Uint8Array(mostRead)
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  let length = 0
  while (length < mostRead) {
    const { done, value } = await reader.read()
    if (done) break
    const part = value.subarray(0, mostRead - length)
    bytes.set(part, length)
    length += part.length
  }
  await reader.cancel()
  return bytes.subarray(0, length)
}

function findManifest(tar: Uint8Array, manifest: string): string | undefined {
  for (let at = 0; at + block <= tar.length;) {
    const name = textAt(tar, at, 100)
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    if (name === '' || !Number.isFinite(size)) return undefined
    const [folder, ...rest] = name.split('/')
    // The first folder is `package`, or whatever the packer called it.
    if (folder !== '' && rest.join('/') === manifest) return textAt(tar, at + block, size)
    at += block + Math.ceil(size / block) * block
  }
  return undefined
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  const part = bytes.subarray(start, start + length)
  const end = part.indexOf(0)
  return new TextDecoder().decode(end < 0 ? part : part.subarray(0, end)).trim()
}
