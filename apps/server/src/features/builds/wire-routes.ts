// Artifactory's build API: what build tools and `jf` speak. https://jfrog.com/help/r/jfrog-rest-apis/builds
import { artifactoryBuilds } from '@bindery/contracts'
import { can } from '../../access/rules/permissions.ts'
import { notFound } from '../../platform/errors.ts'
import { readBody, parseJson } from '../../platform/http/body.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { artifactFiles } from '../../registry/builds/located-artifacts.ts'
import { appendModules, renameBuild } from '../../registry/builds/change-builds.ts'
import { publishBuild } from '../../registry/builds/publish-build.ts'
import { findBuildRepository, keyOfPlace, requireRun } from '../../registry/builds/readable-builds.ts'
import { requireRight } from '../../registry/by-actor.ts'
import { rebuildJob } from '../../registry/rebuild.ts'
import { enqueue } from '../../registry/work.ts'
import { implement } from '../feature.ts'
import { findAddress, findNumbered } from './address.ts'
import { archiveArtifacts } from './archive.ts'
import { distributeRun } from './distribute.ts'
import { buildInfoReply, differenceDocument, namesReply, numbersReply } from './wire-documents.ts'
import { findPatterns } from './pattern-artifacts.ts'
import { promoteRun } from './promote.ts'
import { isYes, removeRuns, retainRuns } from './remove.ts'
import { momentOf } from './moments.ts'

export const endpoints = implement(artifactoryBuilds, {
  publish: {
    allow: 'browse',
    handle: async (call, { registry }) => {
      const body = call.raw.iterator({ destroyOnReturn: false })
      const file = await publishBuild(registry, call, call.query.project ?? '', body)
      call.setHeader('x-checksum-sha256', file.sha256)
      call.setHeader('x-checksum-sha1', file.sha1)
      call.setHeader('x-checksum-md5', file.md5)
    },
  },
  list: {
    allow: 'browse',
    handle: async ({ actor, query, origin }, { registry }) =>
      namesReply(registry, actor, await findBuildRepository(registry, query), origin),
  },
  get: {
    allow: 'browse',
    handle: async ({ actor, params, query, origin }, { registry }) => {
      const { name, number, repository } = await findAddress(registry, actor, query, params.build)
      if (number === undefined) return numbersReply(registry, { repository, name }, origin)
      const started = momentOf(query.started)
      const { row } = await requireRun(registry, actor, query, { name, number, started })
      if (query.diff === undefined) return buildInfoReply(registry, row, origin)
      const older = await requireRun(registry, actor, query, { name, number: query.diff })
      return differenceDocument(registry, older.row, row)
    },
  },
  artifacts: {
    allow: 'browse',
    handle: async ({ actor, params }, { registry }) => {
      const run = await requireRun(registry, actor, { buildRepo: params.buildRepo }, params)
      const files = await artifactFiles(registry, actor, run)
      return files.map(({ repository, path, name }) => ({ repo: repository.key, path: folderOf(path), name }))
    },
  },
  archive: {
    allow: 'browse',
    worksReadOnly: true,
    handle: async ({ actor, body }, { registry }) => {
      const place = { project: body.project ?? undefined, buildRepo: body.buildRepo ?? undefined }
      const build = { name: body.buildName, number: body.buildNumber }
      const run = await requireRun(registry, actor, place, build)
      return archiveArtifacts(registry, actor, run, body.archiveType)
    },
  },
  append: {
    allow: 'browse',
    handle: async ({ actor, params, query, raw }, { registry }) => {
      const build = await findNumbered(registry, actor, query, params.build)
      const started = momentOf(query.started)
      const run = await requireRun(registry, actor, query, { ...build, started }, 'deploy')
      const body = await readBody(raw.iterator({ destroyOnReturn: false }), registry.limits.buildInfo)
      await appendModules(registry, actor, run, parseJson(body.toString('utf8')))
    },
  },
  promote: {
    allow: 'browse',
    handle: async (call, { registry }) => {
      const build = await findNumbered(registry, call.actor, call.query, call.params.build)
      const started = momentOf(call.query.started)
      const run = await requireRun(registry, call.actor, call.query, { ...build, started }, 'deploy')
      return promoteRun(registry, call, run, call.body)
    },
  },
  distribute: {
    allow: 'browse',
    handle: async (call, { registry }) => {
      const build = await findNumbered(registry, call.actor, call.query, call.params.build)
      const started = momentOf(call.query.started)
      const run = await requireRun(registry, call.actor, call.query, { ...build, started }, 'deploy')
      return distributeRun(registry, call, run, call.body)
    },
  },
  scan: {
    allow: 'browse',
    worksReadOnly: true,
    handle: async ({ actor, body }, { registry }) => {
      const place = { project: body.project ?? undefined }
      await requireRun(registry, actor, place, { name: body.buildName, number: body.buildNumber })
      const message = 'Builds are not scanned here: this installation has no scanner. Nothing was looked at.'
      return { errors: [{ status: -1 as const, message }] }
    },
  },
  rename: {
    allow: 'browse',
    handle: async (call, { registry }) => {
      const { repository, name } = await findAddress(registry, call.actor, call.query, call.params.build)
      await renameBuild(registry, call, repository, { from: name, to: call.query.to })
      return new PlainReply(
        text(200, `Build renaming of '${name}' to '${call.query.to}' was successfully started.\n`),
      )
    },
  },
  remove: {
    allow: 'browse',
    handle: async (call, { registry }) => {
      const build = await findAddress(registry, call.actor, call.query, call.params.build)
      const removed = await removeRuns(registry, call, build, {
        numbers: call.query.buildNumbers?.split(',').filter((number) => number !== ''),
        isAll: isYes(call.query.deleteAll),
        withArtifacts: isYes(call.query.artifacts),
      })
      return new PlainReply(text(200, `The following builds have been deleted successfully: ${removed}\n`))
    },
  },
  removeMany: {
    allow: 'browse',
    handle: async (call, { registry }) => {
      const { buildName: name, buildNumbers, deleteAll, deleteArtifacts, project, buildRepo } = call.body
      const place = { project: project ?? undefined, buildRepo: buildRepo ?? undefined }
      const { repository } = await findAddress(registry, call.actor, place, encodeURIComponent(name))
      await removeRuns(
        registry,
        call,
        { repository, name },
        {
          numbers: buildNumbers ?? undefined,
          isAll: deleteAll === true,
          withArtifacts: deleteArtifacts === true,
        },
      )
    },
  },
  retain: {
    allow: 'browse',
    handle: async (call, { registry }) => {
      const build = await findAddress(registry, call.actor, call.query, call.params.build)
      await retainRuns(registry, call, build, call.body, isYes(call.query.async))
    },
  },
  reindex: {
    allow: 'browse',
    handle: async ({ actor, query }, { registry }) => {
      const repository = await findBuildRepository(registry, query)
      if (!repository || !can(actor, 'read', repository)) throw notFound('repository', keyOfPlace(query))
      requireRight(actor, 'manage', repository, '')
      await enqueue(registry, { kind: rebuildJob, repository: repository.key })
      return { info: `The builds of ${repository.key} are read again from their files, in the background.` }
    },
  },
  patterns: {
    allow: 'browse',
    worksReadOnly: true,
    handle: ({ actor, body, origin }, { registry }) => findPatterns(registry, actor, body, origin),
  },
})

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')
