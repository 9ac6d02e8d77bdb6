// What a stored tarball says about itself. Only the tarball is asked, never the document it was published with:
// a client unpacks the one and would be shown the other.
import { badRequest, quote } from '../../platform/errors.ts'
import type { DescribedFile, Description } from '../../registry/format.ts'
import { factsOf, singleLine } from './facts.ts'
import { checkPackageName, checkTag, checkVersion, splitTarballPath, tarballFile } from './names.ts'
import { normalizeManifest } from './normalize.ts'
import { readTarball, type TarballContents } from './tarball/tarball.ts'

/** Undefined for a path that is no tarball's: plain files may lie in the repository too. */
export async function describeTarball(file: DescribedFile): Promise<Description | undefined> {
  const place = splitTarballPath(file.path)
  if (!place) return undefined
  checkPackageName(place.name)
  const contents = await readTarball(file)
  const name = checkName(contents, place.name)
  const version = checkVersion(contents.packageJson['version'])
  const expected = tarballFile(name, version)
  if (place.file !== expected)
    throw badRequest(
      `The tarball of ${name} ${version} must be called ${quote(expected)}, not ${quote(place.file)}.`,
    )
  return describe(file, contents, name, version)
}

function checkName(contents: TarballContents, name: string): string {
  // The one was checked already.
  if (contents.packageJson['name'] === name) return name
  const told = checkPackageName(contents.packageJson['name'])
  throw badRequest(
    `The tarball holds the package ${quote(told)} but is published as ${quote(name)}. Use one name in both places.`,
    'name',
  )
}

function describe(
  file: DescribedFile,
  contents: TarballContents,
  name: string,
  version: string,
): Description {
  const manifest = normalizeManifest(contents, name, version)
  const facts = factsOf(manifest, contents.readme, file.properties.get('npm.deprecated')?.[0])
  const tags = new Set((file.properties.get('npm.disttag') ?? []).map(checkTag))
  const properties = propertiesOf(name, version, facts)
  return { name, version, manifest, facts, tags: [...tags], properties, entries: contents.entries }
}

function propertiesOf(name: string, version: string, facts: Description['facts']): Record<string, string[]> {
  const { description, keywords } = facts
  return {
    'npm.name': [name],
    'npm.version': [version],
    ...(description && { 'npm.description': [singleLine(description, 500)] }),
    ...(keywords.length > 0 && { 'npm.keywords': keywords }),
  }
}
