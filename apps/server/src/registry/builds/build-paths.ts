// Where the file of a build lies in its build-info repository: `<name>/<number>-<milliseconds>.json`. Clients look for the
// file by this path, so the coding of odd characters is theirs, letter by letter.
// https://github.com/jfrog/jfrog-client-go (artifactory/services/utils: build-info repository paths)
import { badRequest } from '../../platform/errors.ts'
import { checkPath } from '../paths.ts'

export { buildInfoFormat, buildRepositoryKey } from '../../access/rules/build-rules.ts'

const codes: Readonly<Record<string, string>> = {
  '/': '%2F',
  '\\': '%5C',
  '|': '%7C',
  '*': '%2A',
  '?': '%3F',
  "'": '%22',
  ':': '%3A',
  ';': '%3B',
  '%': '%25',
  // No client codes these, and no path holds them plain.
  '"': '%22',
  '<': '%3C',
  '>': '%3E',
}

/** A name or number as one name of a path. The percent signs are characters of that name. */
function encodeBuildPart(text: string): string {
  const coded = text.replaceAll(/[/\\|*?':;%"<>]/g, (character) => codes[character] ?? character)
  return coded.replaceAll(/\s/g, ' ').replaceAll(/ *%2F */g, (found) => found.replaceAll(' ', '%20'))
}

interface BuildKey {
  name: string
  number: string
  /** In UTC with milliseconds. */
  started: string
}

export const buildFolder = (name: string): string => encodeBuildPart(name)

export function buildPath({ name, number, started }: BuildKey): string {
  const folder = checkPart('name', encodeBuildPart(name))
  return `${folder}/${checkPart('number', `${encodeBuildPart(number)}-${Date.parse(started)}.json`)}`
}

function checkPart(what: 'name' | 'number', segment: string): string {
  if (segment === '.' || segment === '..' || segment.trim() === '')
    throw badRequest(`A build cannot have the ${what} ${JSON.stringify(segment)}. Choose another one.`, what)
  if (Buffer.byteLength(segment) > 255)
    throw badRequest(
      `The ${what} of the build is too long: at most 255 bytes once it is part of a path.`,
      what,
    )
  return checkPath(segment)
}
