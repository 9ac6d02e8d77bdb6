// From the raw path of a request to checked segments. Everything that could name another place is refused here:
// dot segments in any coding, backslashes, control bytes, names that no file system keeps.
import { AppError, badRequest } from '../platform/errors.ts'

/** PostgreSQL keeps no more than 2704 bytes in one entry of an index, and the repository's id stands beside the path. */
export const pathLimit = 2048
const segmentLimit = 255
export const depthLimit = 128

export interface ParsedPath {
  segments: string[]
  /** The path ended in a slash, with or without parameters behind it: a folder is meant. */
  isFolder: boolean
  /** Matrix parameters: `;key=value` behind any segment. */
  properties: Map<string, string[]>
}

/** A protocol checks its own names; the path of a file must also be one that any disk could hold. */
interface PathRules {
  isFilePath: boolean
  takesEncodedSlash: boolean
}

const fileRules: PathRules = { isFilePath: true, takesEncodedSlash: false }

export function parsePath(raw: string, rules: PathRules = fileRules): ParsedPath {
  if (raw.length > pathLimit * 3) throw tooLong()
  const properties = new Map<string, string[]>()
  const segments: string[] = []
  let isFolder = false
  for (const part of raw.split('/')) {
    const [name = '', ...matrix] = part.split(';')
    for (const parameter of matrix) addProperty(properties, parameter)
    isFolder = name === ''
    if (isFolder) continue
    segments.push(checkSegment(decode(name), rules))
  }
  if (segments.length > depthLimit)
    throw badRequest(`The path is deeper than ${depthLimit} folders. Use a shorter one.`)
  if (Buffer.byteLength(segments.join('/')) > pathLimit) throw tooLong()
  return { segments, isFolder: isFolder && raw !== '', properties }
}

/** The same rules for a path that did not come from a URL. */
export function checkPath(path: string): string {
  for (const segment of path.split('/')) checkSegment(segment, fileRules)
  if (Buffer.byteLength(path) > pathLimit) throw tooLong()
  return path
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const tooLong = () =>
  new AppError('path-too-long', `The path is longer than ${pathLimit} bytes. Use a shorter one.`)

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new AppError(
      'bad-request',
      'The path has a percent sign that starts no valid code. Write it as %25.',
      {
        cause,
      },
    )
  }
}

// oxlint-disable-next-line no-control-regex -- control bytes are what is looked for
const neverAllowed = /[\u0000-\u001f\u007f\\]/
const notInFiles = /[:|?*"<>]/

function checkSegment(segment: string, rules: PathRules): string {
  if (segment.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw badRequest('The path has an empty part, or one that is "." or "..". Write the path without them.')
  if (neverAllowed.test(segment) || (rules.isFilePath && notInFiles.test(segment)))
    throw badRequest(
      'The path has a character that is not allowed: a control character or one of \\ : | ? * " < >.',
    )
  if (!rules.takesEncodedSlash && segment.includes('/'))
    throw badRequest('The path has an encoded slash (%2F) inside a name. Use plain slashes between names.')
  if (Buffer.byteLength(segment) > segmentLimit)
    throw badRequest(`A name in the path is longer than ${segmentLimit} bytes. Use a shorter one.`)
  if (!segment.isWellFormed()) throw badRequest('The path is not valid UTF-8.')
  return segment
}

/** Keys and values are form-coded: `+` is a space. A comma adds a value unless it is escaped. */
function addProperty(properties: Map<string, string[]>, parameter: string): void {
  if (parameter === '') return
  const equals = parameter.indexOf('=')
  // A plus at the end of a key says that the file must have the property, which it must here in any case.
  const name = (equals < 0 ? parameter : parameter.slice(0, equals)).replace(/\+$/, '')
  const key = decode(name.replaceAll('+', ' '))
  const value = equals < 0 ? '' : decode(parameter.slice(equals + 1).replaceAll('+', ' '))
  checkPropertyKey(key)
  const values = value.split(/(?<!\\),/).map((one) => checkPropertyValue(one.replaceAll('\\,', ',')))
  properties.set(key, [...(properties.get(key) ?? []), ...values])
}

export function checkPropertyKey(key: string): void {
  // oxlint-disable-next-line no-control-regex -- control bytes are what is looked for
  if (
    key === '' ||
    Buffer.byteLength(key) > 255 ||
    /^\d|[\u0000-\u001f)(}{\][*+^$\\/~`!@#%&<>;=,±§\s]/.test(key)
  )
    throw badRequest(
      'A property key is empty, longer than 255 bytes, starts with a digit or has a character that is not allowed.',
      'properties',
    )
}

/** PostgreSQL keeps no NUL in a text and nothing longer in an index. */
export const propertyValueLimit = 2000

export function checkPropertyValue(value: string): string {
  if (value.includes('\0') || Buffer.byteLength(value) > propertyValueLimit)
    throw badRequest(
      `A property value is longer than ${propertyValueLimit} bytes or has a NUL character. Use a shorter one.`,
      'properties',
    )
  return value
}
