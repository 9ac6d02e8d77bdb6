import { artifactSearch } from '@bindery/contracts'
import { badRequest } from '../../platform/errors.ts'
import { PlainReply, type CallContext } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import type { Actor } from '../../access/actor.ts'
import { anyOf, pair, type Criterion } from '../../registry/aql/query.ts'
import { implement, type Services } from '../feature.ts'
import { answerQuery } from './aql.ts'
import { findEntries } from './archives.ts'
import { searchPattern } from './by-pattern.ts'
import { artifactsOf, buildsThatUse, type AskedBuild } from './builds.ts'
import { downloadUri, findItems, listItems, toResult, type Asking } from './collect.ts'
import { inSpan, unusedSince } from './dates.ts'
import { findLeadFile } from './lead-file.ts'
import { byCoordinates, findVersions, latestVersion } from './maven.ts'

export const endpoints = implement(artifactSearch, {
  aql: {
    allow: 'browse',
    worksReadOnly: true,
    handle: ({ actor, raw }, { registry }) => answerQuery(registry, actor, raw),
  },
  properties: {
    allow: 'browse',
    handle: (call, services) => {
      const { repos, ...properties } = call.query
      const keys = Object.entries(properties)
      if (keys.length === 0) throw badRequest('Name a property: ?key=value.')
      const where = keys.map(([key, values]) =>
        anyOf(
          ...String(values)
            .split(',')
            .map((one) => byProperty(key, one)),
        ),
      )
      return results(asking(call, services), repos, pair('type', 'any'), ...where)
    },
  },
  name: {
    allow: 'browse',
    handle: (call, services) => {
      const { name, repos } = call.query
      return results(
        asking(call, services),
        repos,
        pair('name', `*${name}*`.replaceAll(/\*+/g, '*'), '$match'),
      )
    },
  },
  pattern: {
    allow: 'browse',
    handle: (call, services) => searchPattern(asking(call, services), call.query.pattern),
  },
  checksum: {
    allow: 'browse',
    handle: (call, services) => {
      const { md5, sha1, sha256, repos } = call.query
      const sums = { sha256, actual_sha1: sha1, actual_md5: md5 }
      const where = Object.entries(sums).flatMap(([field, sum]) =>
        sum ? [pair(field, sum.toLowerCase())] : [],
      )
      if (where.length === 0) throw badRequest('Name a checksum: md5, sha1 or sha256.')
      const asked = asking(call, services)
      const shown = toResult(asked)
      return listItems(findItems(asked, repos, ...where), (item) => ({
        ...shown(item),
        downloadUri: downloadUri(call.origin, item),
      }))
    },
  },
  gavc: {
    allow: 'browse',
    handle: (call, services) => {
      const { repos, ...coordinates } = call.query
      if (Object.values(coordinates).every((one) => one === undefined))
        throw badRequest('Name at least one of g, a, v and c.')
      return results(asking(call, services), repos, ...byCoordinates(coordinates))
    },
  },
  archive: {
    allow: 'browse',
    handle: async (call, services) => ({
      results: await findEntries(asking(call, services), call.query.name, call.query.repos),
    }),
  },
  dates: {
    allow: 'browse',
    handle: (call, services) => {
      const { from, to, dateFields = 'created', repos } = call.query
      return results(asking(call, services), repos, inSpan(dateFields.split(','), { from, to }))
    },
  },
  creation: {
    allow: 'browse',
    handle: (call, services) =>
      results(asking(call, services), call.query.repos, inSpan(['created'], call.query)),
  },
  usage: {
    allow: 'browse',
    handle: (call, services) => {
      const { notUsedSince, createdBefore, repos } = call.query
      return results(asking(call, services), repos, ...unusedSince(notUsedSince, createdBefore))
    },
  },
  latestVersion: {
    allow: 'browse',
    handle: async (call, services) =>
      new PlainReply(text(200, await latestVersion(asking(call, services), call.query.repos, call.query))),
  },
  versions: {
    allow: 'browse',
    handle: async (call, services) => ({
      results: await findVersions(asking(call, services), call.query.repos, call.query),
    }),
  },
  license: {
    allow: 'browse',
    handle: (call, services) => {
      const { license = '*', notfound, repos } = call.query
      const criterion = notfound === '1' ? pair(licences, null) : pair(licences, license, '$match')
      return results(asking(call, services), repos, criterion)
    },
  },
  dependency: {
    allow: 'browse',
    handle: async (call, services) => ({
      results: await buildsThatUse(asking(call, services), call.query.sha1),
    }),
  },
  buildArtifacts: {
    allow: 'browse',
    worksReadOnly: true,
    handle: (call, services) => downloads(asking(call, services), call.body, call.body.repos?.join(',')),
  },
  buildArtifactsByQuery: {
    allow: 'browse',
    handle: (call, services) => downloads(asking(call, services), call.query, call.query.repos),
  },
  leadFile: {
    allow: 'browse',
    worksReadOnly: true,
    handle: async ({ actor, body }, { registry }) =>
      new PlainReply(text(200, await findLeadFile(registry, actor, body))),
  },
})

const licences = '@artifactory.licenses'

const asking = ({ actor, origin, raw }: CallContext<Actor>, { registry }: Services): Asking => ({
  registry,
  actor,
  origin,
  raw,
})

const byProperty = (key: string, value: string) =>
  pair(`@${key}`, value === '' ? '*' : value, value === '' || /[*?]/.test(value) ? '$match' : '$eq')

const results = (asked: Asking, repos: string | undefined, ...where: Criterion[]) =>
  listItems(findItems(asked, repos, ...where), toResult(asked))

async function downloads(asked: Asking, build: AskedBuild, repos: string | undefined) {
  const where = await artifactsOf(asked, build)
  if (!where) return { results: [] }
  return listItems(findItems(asked, repos, ...where), (item) => ({
    downloadUri: downloadUri(asked.origin, item),
  }))
}
