// Answers of Artifactory's build API: lists, documents, differences.
import { Readable } from 'node:stream'
import type { Actor } from '../../access/actor.ts'
import { canEverywhere } from '../../access/rules/permissions.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { jsonList } from '../../platform/http/json-stream.ts'
import {
  readArtifacts,
  readBuildProperties,
  readDependencies,
  type Artifact,
  type Dependency,
} from '../../registry/builds/build-modules.ts'
import { writeMoment } from '../../registry/builds/build-times.ts'
import {
  compareArtifacts,
  compareDependencies,
  compareProperties,
  type Compared,
} from '../../registry/builds/compare-builds.ts'
import { walkBuildNames, walkRuns } from '../../registry/builds/find-builds.ts'
import { buildResource, canBuild } from '../../registry/builds/readable-builds.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Repository } from '../../registry/repositories.ts'

const buildsUri = (origin: string): string => `${origin}/artifactory/api/build`

const uriOf = (origin: string, ...parts: string[]) =>
  [buildsUri(origin), ...parts.map(encodeURIComponent)].join('/')

/** Sent while it is read: there may be any number of builds. */
export function namesReply(
  { database }: Registry,
  actor: Actor,
  repository: Repository | undefined,
  origin: string,
): Promise<PlainReply> {
  return jsonList(readable(), {
    head: `{"uri":${JSON.stringify(buildsUri(origin))},"builds":[`,
    tail: () => ']}',
  })

  async function* readable() {
    if (!repository) return
    const seesAll = canEverywhere(actor, 'read', buildResource(repository.key))
    for await (const names of walkBuildNames(database.db, repository.id))
      yield names
        .filter(({ name }) => seesAll || canBuild(actor, 'read', repository.key, name))
        .map(({ name, lastStarted }) => ({
          uri: `/${encodeURIComponent(name)}`,
          lastStarted: writeMoment(lastStarted),
        }))
  }
}

export function numbersReply(
  { database }: Registry,
  { repository, name }: { repository: Repository; name: string },
  origin: string,
): Promise<PlainReply> {
  const head = `{"uri":${JSON.stringify(uriOf(origin, name))},"buildsNumbers":[`
  return jsonList(numbers(), { head, tail: () => ']}' })

  async function* numbers() {
    for await (const runs of walkRuns(database.db, repository.id, name))
      yield runs.map(({ number, started }) => ({
        uri: `/${encodeURIComponent(number)}`,
        started: writeMoment(started),
      }))
  }
}

/** The document as it was published, letter by letter, between two words of ours; streamed, because it may be long. */
export async function buildInfoReply(registry: Registry, run: BuildRow, origin: string): Promise<PlainReply> {
  const opened = await registry.blobs.open(run.sha256)
  if (!opened) throw notFound('document of the build', run.name)
  const head = Buffer.from(`{"uri":${JSON.stringify(uriOf(origin, run.name, run.number))},"buildInfo":`)
  const tail = Buffer.from('}')
  return new PlainReply({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'content-length': head.length + opened.size + tail.length,
    },
    body: Readable.from(enclosed(head, opened.stream, tail), { objectMode: false }),
  })
}

async function* enclosed(head: Buffer, body: Readable, tail: Buffer): AsyncIterable<Buffer> {
  yield head
  yield* body as AsyncIterable<Buffer>
  yield tail
}

export async function differenceDocument({ database: { db } }: Registry, older: BuildRow, newer: BuildRow) {
  return {
    artifacts: grouped(
      compareArtifacts(await readArtifacts(db, [older.id]), await readArtifacts(db, [newer.id])),
      fileJson,
    ),
    dependencies: grouped(
      compareDependencies(await readDependencies(db, [older.id]), await readDependencies(db, [newer.id])),
      fileJson,
    ),
    properties: grouped(
      compareProperties(await readBuildProperties(db, older.id), await readBuildProperties(db, newer.id)),
      ([key, value]) => ({ key, value }),
    ),
  }
}

const grouped = <T, J extends object>(
  { isNew, removed, changed, same }: Compared<T>,
  json: (item: T) => J,
) => ({
  new: isNew.map(json),
  removed: removed.map(json),
  updated: changed.map(({ before, after }) => ({ ...json(after), diff: json(before) })),
  unchanged: same.map(json),
})

const fileJson = ({ name, type, sha1, md5, module }: Artifact | Dependency) => ({
  name,
  type,
  sha1,
  md5,
  module,
})
