// What an npm package says of itself, read from the beginning of its tarball in the browser.

export interface Coordinates {
  name: string
  version: string
}

const block = 512
/** package.json is among the first files of what npm packs; whoever hides it behind more than this types the path. */
const mostRead = 4 * 1024 * 1024

/** Undefined when it is none, or not readable as one: then it is a file like any other. */
export async function readNpmTarball(file: Blob): Promise<Coordinates | undefined> {
  try {
    const text = findManifest(await unpacked(file))
    const { name, version } = JSON.parse(text ?? '{}') as { name?: unknown; version?: unknown }
    return typeof name === 'string' && typeof version === 'string' && isName(name) && isVersion(version)
      ? { name, version }
      : undefined
  } catch {
    return undefined
  }
}

/** Where npm clients look for it. */
export const npmPath = ({ name, version }: Coordinates) =>
  `${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`

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

function findManifest(tar: Uint8Array): string | undefined {
  for (let at = 0; at + block <= tar.length;) {
    const name = textAt(tar, at, 100)
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    if (name === '' || !Number.isFinite(size)) return undefined
    // The first folder is `package`, or whatever the packer called it.
    if (/^[^/]+\/package\.json$/.test(name)) return textAt(tar, at + block, size)
    at += block + Math.ceil(size / block) * block
  }
  return undefined
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  const part = bytes.subarray(start, start + length)
  const end = part.indexOf(0)
  return new TextDecoder().decode(end < 0 ? part : part.subarray(0, end)).trim()
}
