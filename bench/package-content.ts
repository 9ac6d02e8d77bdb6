// Builds npm packages and the document that `npm publish` sends for them. The bytes follow from name,
// version and size alone, so that every server under test receives exactly the same content.
import { createCipheriv, createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

export interface PackageContent {
  name: string
  version: string
  manifest: Record<string, unknown>
  tarball: Buffer
  integrity: string
  shasum: string
}

export async function buildPackage(name: string, version: string, size: number): Promise<PackageContent> {
  const manifest = packageJson(name, version)
  const archive = pack()
  archive.entry({ name: 'package/package.json' }, JSON.stringify(manifest, null, 2))
  archive.entry({ name: 'package/README.md' }, readme(name))
  archive.entry({ name: 'package/data.bin' }, noise(`${name}@${version}`, size))
  archive.finalize()
  // Noise does not compress: the level only changes how long preparing takes.
  const tarball = gzipSync(await buffer(archive), { level: 1 })
  const digest = (algorithm: string) => createHash(algorithm).update(tarball)
  return {
    name,
    version,
    manifest,
    tarball,
    integrity: `sha512-${digest('sha512').digest('base64')}`,
    shasum: digest('sha1').digest('hex'),
  }
}

export function tarballName(content: { name: string; version: string }): string {
  return `${content.name}-${content.version}.tgz`
}

// The field order and the fields are those of npm 11.
export function publishDocument(content: PackageContent, registry: string, tag = 'latest'): Buffer {
  const { name, version, manifest, tarball, integrity, shasum } = content
  const file = tarballName(content)
  const published = {
    ...manifest,
    readme: readme(name),
    readmeFilename: 'README.md',
    _id: `${name}@${version}`,
    _nodeVersion: '26.10.0',
    _npmVersion: '11.19.1',
    dist: { integrity, shasum, tarball: new URL(`${name}/-/${file}`, registry).href },
  }
  const document = {
    _id: name,
    name,
    description: manifest['description'],
    'dist-tags': { [tag]: version },
    versions: { [version]: published },
    access: null,
    _attachments: {
      [file]: {
        content_type: 'application/octet-stream',
        data: tarball.toString('base64'),
        length: tarball.length,
      },
    },
  }
  return Buffer.from(JSON.stringify(document))
}

// A keystream is fast, does not compress and is the same for the same seed.
export function noise(seed: string, size: number): Buffer {
  const key = createHash('sha256').update(seed).digest()
  return createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16)).update(Buffer.alloc(size))
}

// About the size and shape of a published library, so that packuments of many versions are realistic.
function packageJson(name: string, version: string): Record<string, unknown> {
  return {
    name,
    version,
    description: `A package with the name ${name} that measures how fast a registry is`,
    license: 'MIT',
    keywords: ['bench', 'registry', 'packument', 'tarball'],
    author: { name: 'Ada Example', email: 'ada@example.org' },
    homepage: `https://example.org/${name}#readme`,
    repository: { type: 'git', url: `git+https://example.org/${name}.git` },
    bugs: { url: `https://example.org/${name}/issues` },
    main: './dist/index.cjs',
    module: './dist/index.mjs',
    types: './dist/index.d.ts',
    exports: { '.': { import: './dist/index.mjs', require: './dist/index.cjs' } },
    bin: { [name]: 'bin/run.js' },
    files: ['dist', 'bin'],
    engines: { node: '>=20' },
    scripts: { build: 'tsc', test: 'node --test', lint: 'oxlint', prepublishOnly: 'npm run build' },
    dependencies: { 'example-lib': '^4.2.0', 'example-parse': '~2.1.3', 'example-log': '>=1.0.0 <3' },
    devDependencies: { 'example-types': '^26.0.0', 'example-lint': '^1.93.0', typescript: '^7.0.0' },
    peerDependencies: { 'example-host': '>=18' },
  }
}

function readme(name: string): string {
  return `# ${name}\n\nInstall it, call it, read what it answers.\n`
}
