// What a build-info document says. The document itself is kept and returned as it came; this is our reading of it. Only its
// name, number and time must be sound: whatever else is missing or of another type is left out, not refused.
import { AppError, badRequest } from '../../platform/errors.ts'
import { parseJson } from '../../platform/http/body.ts'
import { readMoment } from './build-times.ts'

export type Document = Record<string, unknown>

export interface BuildInfo {
  name: string
  number: string
  /** In UTC with milliseconds. */
  started: string
  url: string
  agent: string
  principal: string
  durationMs: number
  revision: string
  branch: string
  modules: BuildModule[]
  statuses: BuildStatus[]
  properties: [key: string, value: string][]
}

interface BuildModule {
  name: string
  type: string
  repository: string
  artifacts: BuildFile[]
  dependencies: BuildDependency[]
}

interface BuildFile {
  name: string
  type: string
  sha1: string
  sha256: string
  md5: string
  path: string
  repository: string
}

interface BuildDependency extends Omit<BuildFile, 'path'> {
  scopes: string[]
}

export interface BuildStatus {
  status: string
  comment: string
  repository: string
  at: string
  by: string
  ciUser: string
}

export function parseBuildInfo(bytes: Uint8Array): Document {
  const document = parseJson(decode(bytes))
  if (!isDocument(document)) throw badRequest('A build-info is a JSON object.')
  return document
}

/** Strictly: what is kept and returned as it came must be what we read. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad-request', 'The build-info is not valid UTF-8.', { cause })
  }
}

/** `arrived` is the time of a document that says no other. */
export function readBuildInfo(document: Document, arrived: string): BuildInfo {
  const [vcs] = documents(document.vcs)
  return {
    name: required(document, 'name'),
    number: required(document, 'number'),
    started: startedOf(document, arrived),
    url: text(document.url),
    agent: agentOf(document),
    principal: text(document.principal) || text(document.artifactoryPrincipal),
    durationMs: wholeNumber(document.durationMillis),
    revision: text(vcs?.revision) || text(document.vcsRevision),
    branch: text(vcs?.branch),
    modules: documents(document.modules).map(readModule),
    statuses: documents(document.statuses).map((status) => readStatus(status, arrived)),
    properties: readProperties(document.properties),
  }
}

function required(document: Document, member: 'name' | 'number'): string {
  const value = document[member]
  const given = typeof value === 'number' ? String(value) : value
  if (typeof given !== 'string' || given.trim() === '')
    throw badRequest(`The build-info has no ${member}. Give it one.`, member)
  // oxlint-disable-next-line no-control-regex -- control bytes are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(given) || !given.isWellFormed())
    throw badRequest(`The ${member} of the build has a control character. Leave it out.`, member)
  return given
}

function startedOf({ started }: Document, arrived: string): string {
  if (started === undefined || started === null || started === '') return arrived
  const moment = typeof started === 'string' ? readMoment(started) : undefined
  if (moment === undefined)
    throw new AppError(
      'bad-request',
      'The build started at a time that cannot be read. Write it like 2024-01-31T10:20:30.123+0000.',
      { field: 'started' },
    )
  return moment
}

function agentOf({ buildAgent, agent }: Document): string {
  const [first] = [agent, buildAgent].filter(isDocument).filter((one) => text(one.name) !== '')
  return first ? `${text(first.name)} ${text(first.version)}`.trim() : ''
}

const readModule = (module: Document): BuildModule => ({
  name: text(module.id),
  type: text(module.type),
  repository: text(module.repository),
  artifacts: documents(module.artifacts).map((file) => ({
    ...readFile(file, text(file.name)),
    path: text(file.path),
    repository: text(file.originalDeploymentRepo) || text(module.repository),
  })),
  dependencies: documents(module.dependencies).map((file) => ({
    ...readFile(file, text(file.id)),
    repository: text(file.repository),
    scopes: Array.isArray(file.scopes) ? file.scopes.map(text).filter((scope) => scope !== '') : [],
  })),
})

const readFile = (file: Document, name: string) => ({
  name,
  type: text(file.type),
  sha1: digest(file.sha1, 40),
  sha256: digest(file.sha256, 64),
  md5: digest(file.md5, 32),
})

export const readStatus = (status: Document, arrived: string): BuildStatus => ({
  status: text(status.status),
  comment: text(status.comment),
  repository: text(status.repository),
  at: readMoment(text(status.timestamp)) ?? arrived,
  by: text(status.user),
  ciUser: text(status.ciUser),
})

function readProperties(given: unknown): [string, string][] {
  if (!isDocument(given)) return []
  return Object.entries(given).flatMap(([key, value]): [string, string][] => {
    const name = clean(key, keyLimit)
    const written = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return name === '' ? [] : [[name, clean(written, textLimit)]]
  })
}

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const documents = (value: unknown): Document[] =>
  Array.isArray(value) ? value.filter(isDocument) : []

// PostgreSQL keeps short texts only in an index; the document itself has them whole.
const keyLimit = 255
const nameLimit = 1000
const textLimit = 10_000

/** No NUL, which PostgreSQL cannot keep, and no half of a character. */
const clean = (given: string, limit: number): string =>
  given.slice(0, limit).replaceAll('\0', '').toWellFormed()

export const text = (value: unknown): string =>
  typeof value === 'string' ? clean(value, nameLimit) : typeof value === 'number' ? String(value) : ''

const digest = (value: unknown, length: number): string => {
  const hex = text(value).toLowerCase()
  return hex.length === length && /^[\da-f]+$/.test(hex) ? hex : ''
}

const wholeNumber = (value: unknown): number => {
  const number = Number(value ?? 0)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}
