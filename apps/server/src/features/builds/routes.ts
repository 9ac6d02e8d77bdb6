import { builds } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { readBuildProperties } from '../../registry/builds/build-modules.ts'
import { readDocument } from '../../registry/builds/publish-build.ts'
import { requireRun, type Run } from '../../registry/builds/readable-builds.ts'
import { implement, type Services } from '../feature.ts'
import { compareRun } from './compare.ts'
import { pageOfArtifacts, pageOfDependencies } from './files.ts'
import { listBuilds, pageOfRuns } from './list.ts'
import { buildsOfFile } from './of-file.ts'
import { describeRun } from './run.ts'
import { momentOf } from './moments.ts'

export const endpoints = implement(builds, {
  list: { allow: 'browse', handle: ({ actor, query }, services) => listBuilds(services, actor, query) },
  runs: {
    allow: 'browse',
    handle: ({ actor, params, query }, services) => pageOfRuns(services, actor, params.name, query),
  },
  get: {
    allow: 'browse',
    handle: async (call, services) => describeRun(services, call.actor, await runOf(call, services)),
  },
  artifacts: {
    allow: 'browse',
    handle: async (call, services) =>
      pageOfArtifacts(services, call.actor, await runOf(call, services), call.query),
  },
  dependencies: {
    allow: 'browse',
    handle: async (call, services) =>
      pageOfDependencies(services, call.actor, await runOf(call, services), call.query),
  },
  properties: {
    allow: 'browse',
    handle: async (call, services) => {
      const { row } = await runOf(call, services)
      const properties = await readBuildProperties(services.database.db, row.id)
      return [...properties].map(([key, value]) => ({ key, value }))
    },
  },
  document: {
    allow: 'browse',
    handle: async (call, services) => readDocument(services.registry, (await runOf(call, services)).row),
  },
  compare: {
    allow: 'browse',
    handle: async (call, services) => compareRun(services, await runOf(call, services), call.query.with),
  },
  ofFile: {
    allow: 'browse',
    handle: ({ actor, query }, services) => buildsOfFile(services, actor, query.repoKey, query.path),
  },
})

interface RunCall {
  actor: Actor
  params: { name: string; number: string }
  query: { repository?: string | undefined; started?: string | undefined }
}

const runOf = ({ actor, params, query }: RunCall, { registry }: Services): Promise<Run> =>
  requireRun(
    registry,
    actor,
    { buildRepo: query.repository },
    { ...params, started: momentOf(query.started) },
  )
