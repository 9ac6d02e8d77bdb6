// npm packages. Speaks the registry protocol of npm, yarn, pnpm and bun; see README.md for what is covered.
import { json } from '../../registry/reply.ts'
import type { Format } from '../../registry/format.ts'
import { guide } from './guide.ts'
import { icon } from './icon.ts'
import { describeTarball } from './manifest.ts'
import { compareVersions, splitTarballPath } from './names.ts'
import { routes } from './routes.ts'
import { upstream } from './upstream.ts'

export const npm: Format = {
  id: 'npm',
  label: 'npm',
  purlType: 'npm',
  icon,
  compareVersions,
  takesEncodedSlash: true,
  shapeSegments: joinScopes,
  pathOf: ({ package: name, file }) =>
    name === undefined ? undefined : file === undefined ? `${name}/` : `${name}/-/${unscopedFile(file)}`,
  nameAt: (path) => splitTarballPath(path)?.name,
  upstream,
  routes,
  describe: describeTarball,
  hasDependencies: true,
  tarballs: { manifest: 'package.json', path: '{name}/-/{bareName}-{version}.tgz' },
  needsSha512: true,
  tagProperty: 'npm.disttag',
  deprecationProperty: 'npm.deprecated',
  // npm prints `error`; yarn and pnpm print the body.
  renderError: (error, requestId) =>
    json(
      error.status,
      { error: error.message, code: error.code, requestId },
      { ...error.headers, 'x-request-id': requestId },
    ),
  install: (name, version) => [
    { client: 'npm', command: `npm install ${name}@${version}` },
    { client: 'yarn', command: `yarn add ${name}@${version}` },
    { client: 'pnpm', command: `pnpm add ${name}@${version}` },
    { client: 'bun', command: `bun add ${name}@${version}` },
  ],
  guide,
  clientPath: (key) => `/artifactory/api/npm/${key}/`,
}

/** Clients also write the scope before the name of the file. */
const unscopedFile = (file: string) => file.slice(file.indexOf('/') + 1)

/** `@scope/name` is one name, whether the client wrote the slash plainly or as %2f. */
function joinScopes(segments: string[]): string[] {
  const joined: string[] = []
  for (const segment of segments) {
    const before = joined.at(-1)
    if (before?.startsWith('@') && !before.includes('/')) joined[joined.length - 1] = `${before}/${segment}`
    else joined.push(segment)
  }
  return joined
}
