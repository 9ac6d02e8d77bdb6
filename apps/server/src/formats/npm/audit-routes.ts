// What npm, pnpm and yarn ask about the safety of what they install: advisories, signing keys, attestations. Upstreams know
// these; we ask them, without telling them the names of packages that are published here.
// https://docs.npmjs.com/auditing-package-dependencies-for-security-vulnerabilities
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError, badRequest, notFound, tooLarge } from '../../platform/errors.ts'
import { json, parseJson, readBody, type WireReply } from '../../registry/reply.ts'
import { askForJson } from '../../registry/remote/ask-json.ts'
import type { RegistryRequest } from '../../registry/request.ts'
import type { RegistryRouter } from '../../registry/route-table.ts'
import { askEach, namesHeldHere, sourcesOf } from '../../registry/virtual/sources.ts'
import { isObject } from './json.ts'
import { namesIn, withoutNames } from './audit-body.ts'

export function auditRoutes(route: RegistryRouter): void {
  route.on('POST', '/-/npm/v1/security/advisories/bulk', 'read', bulkAdvisories)
  route.on('POST', '/-/npm/v1/security/audits', 'read', (request) => audit(request, 'audits'))
  route.on('POST', '/-/npm/v1/security/audits/quick', 'read', (request) => audit(request, 'audits/quick'))
  route.on('GET', '/-/npm/v1/keys', 'read', (request) => passOn(request, '-/npm/v1/keys'))
  route.on('GET', '/-/npm/v1/attestations/{spec}', 'read', (request) => {
    const spec = encodeURIComponent(request.params['spec'] ?? '').replaceAll('%40', '@')
    return passOn(request, `-/npm/v1/attestations/${spec}`)
  })
}

/** By package name, what each upstream knows about it. */
async function bulkAdvisories(request: RegistryRequest): Promise<WireReply> {
  const advisories = new Map<string, unknown[]>()
  for (const answer of await askAbout(request, 'advisories/bulk'))
    for (const [name, known] of Object.entries(isObject(answer) ? answer : {}))
      if (Array.isArray(known)) advisories.set(name, [...(advisories.get(name) ?? []), ...known])
  return json(200, Object.fromEntries(advisories))
}

/** The report of the first upstream that makes one; reports cannot be added up. */
async function audit(request: RegistryRequest, call: string): Promise<WireReply> {
  const [report] = await askAbout(request, call)
  return json(200, report ?? emptyReport)
}

async function askAbout(request: RegistryRequest, call: string): Promise<unknown[]> {
  const body = await readAudit(request)
  const { locals, remotes } = await sourcesOf(request)
  if (remotes.length === 0) return []
  const asked = withoutNames(body, await namesHeldHere(request, locals, namesIn(body)))
  const below = `-/npm/v1/security/${call}`
  return askEach(remotes, (remote) => askForJson(request, remote, { below, body: asked }))
}

async function passOn(request: RegistryRequest, below: string): Promise<WireReply> {
  const { remotes } = await sourcesOf(request)
  const [answer] = await askEach(remotes, (remote) => askForJson(request, remote, { below }))
  if (answer === undefined) throw notFound('address', below)
  return json(200, answer)
}

const unpack = promisify(gunzip)

/** npm sends it compressed. */
async function readAudit(request: RegistryRequest): Promise<Record<string, unknown>> {
  const { metadata: limit } = request.registry.limits
  const coding = request.headers['content-encoding'] ?? 'identity'
  if (coding !== 'gzip' && coding !== 'identity')
    throw new AppError('unsupported-type', 'The body is taken plain or packed by gzip.')
  const sent = await readBody(request.body, limit)
  const plain =
    coding === 'gzip'
      ? await unpack(sent, { maxOutputLength: limit }).catch((error: unknown) => {
          const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
          throw isLarge
            ? tooLarge(`The body is over the limit of ${limit} bytes.`)
            : badRequest('The body is not what gzip makes.')
        })
      : sent
  const body = parseJson(plain.toString('utf8'))
  if (!isObject(body)) throw badRequest('The body is a JSON object with the packages to look at.')
  return body
}

const emptyReport = {
  actions: [],
  advisories: {},
  muted: [],
  metadata: {
    vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0 },
    dependencies: 0,
    devDependencies: 0,
    optionalDependencies: 0,
    totalDependencies: 0,
  },
}
