// An npm package, published as `npm publish` does it: one PUT with the manifest and the tarball in base64.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Published, Send } from './published.ts'

export interface NpmOptions {
  repository?: string
  tag?: string
  /** Added to package.json: dependencies, licence, keywords … */
  manifest?: Record<string, unknown>
  readme?: string
  /** More files, by their path in the package. */
  files?: Record<string, string | Buffer>
}

export async function publishNpm(
  send: Send,
  name: string,
  version: string,
  options: NpmOptions = {},
): Promise<Published> {
  const { repository = 'npm-local' } = options
  const tarball = await npmTarball(name, version, options)
  const address = `/artifactory/api/npm/${repository}/${name.replace('/', '%2f')}`
  const body = JSON.stringify(npmPublishBody(name, version, tarball, options))
  const response = await send(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { response, bytes: tarball, path: tarballPath(name, version) }
}

/** The document of `npm publish`, to be bent out of shape by tests of bad input. */
export function npmPublishBody(name: string, version: string, tarball: Buffer, options: NpmOptions = {}) {
  const { tag = 'latest', readme = `# ${name}\n`, manifest = {} } = options
  const fileName = `${name}-${version}.tgz`
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const shasum = createHash('sha1').update(tarball).digest('hex')
  const dist = { integrity, shasum, tarball: `http://localhost/${name}/-/${fileName}` }
  return {
    _id: name,
    name,
    description: manifest.description,
    'dist-tags': { [tag]: version },
    versions: {
      [version]: { name, version, ...manifest, readme, _id: `${name}@${version}`, dist },
    },
    access: null,
    _attachments: {
      [fileName]: {
        content_type: 'application/octet-stream',
        data: tarball.toString('base64'),
        length: tarball.length,
      },
    },
  }
}

export async function npmTarball(name: string, version: string, options: NpmOptions = {}): Promise<Buffer> {
  const { readme = `# ${name}\n`, manifest = {}, files = {} } = options
  const all = {
    'package.json': JSON.stringify({ name, version, main: 'index.js', ...manifest }, null, 2),
    'README.md': readme,
    'index.js': `module.exports = ${JSON.stringify(`${name}@${version}`)}\n`,
    ...files,
  }
  const archive = pack()
  // npm gives every file the same time, so that the same package is the same bytes; so do we.
  const mtime = new Date('1985-10-26T08:15:00Z')
  for (const [path, content] of Object.entries(all))
    archive.entry({ name: `package/${path}`, mtime }, content)
  archive.finalize()
  return promisify(gzip)(await buffer(archive))
}

function tarballPath(name: string, version: string): string {
  const unscoped = name.slice(name.indexOf('/') + 1)
  return `${name}/-/${unscoped}-${version}.tgz`
}
