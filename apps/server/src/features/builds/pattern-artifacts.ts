// The artifacts of builds by patterns such as `libs-local:org/acme/*.jar`, as build tools resolve them.
import type { artifactoryBuilds } from '@bindery/contracts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { compilePattern, matchesText } from '../../access/rules/permission-patterns.ts'
import { writeMoment } from '../../registry/builds/build-times.ts'
import { listRuns } from '../../registry/builds/find-builds.ts'
import { artifactFiles } from '../../registry/builds/located-artifacts.ts'
import {
  findBuildRepository,
  requireRun,
  type BuildPlace,
  type Run,
} from '../../registry/builds/readable-builds.ts'
import type { Registry } from '../../registry/registry.ts'

type Shape = (typeof artifactoryBuilds)['patterns']['shape']
type Wanted = z.output<Shape['body']>
type Found = z.output<Shape['response']>

export async function findPatterns(
  registry: Registry,
  actor: Actor,
  wanted: Wanted,
  origin: string,
): Promise<Found> {
  const found: Found = []
  for (const { buildName: name, buildNumber, project, patterns } of wanted) {
    const place = { project: project ?? undefined }
    const number = buildNumber === 'LATEST' ? await newest(registry, place, name) : buildNumber
    const run = await requireRun(registry, actor, place, { name, number })
    const files = await filesOf(registry, actor, run, origin)
    found.push({
      buildName: name,
      buildNumber: number,
      number,
      started: writeMoment(run.row.started),
      url: run.row.url,
      patternResults: patterns.map((one) => ({
        patternArtifacts: matching(files, typeof one === 'string' ? one : one.pattern),
      })),
    })
  }
  return found
}

async function newest(registry: Registry, place: BuildPlace, name: string): Promise<string> {
  const repository = await findBuildRepository(registry, place)
  const [run] = repository ? await listRuns(registry.database.db, repository.id, name, { limit: 1 }) : []
  return run?.number ?? 'LATEST'
}

type PatternFile = Found[number]['patternResults'][number]['patternArtifacts'][number]

async function filesOf(registry: Registry, actor: Actor, run: Run, origin: string): Promise<PatternFile[]> {
  const files = await artifactFiles(registry, actor, run)
  return files.map(({ repository, path, size, modifiedAt, sha1 }) => ({
    artifactoryUrl: `${origin}/artifactory`,
    uri: `${repository.key}/${path}`,
    size,
    lastModified: writeMoment(modifiedAt),
    sha1,
  }))
}

/** Behind a semicolon stand properties that tools ask for; a file of the build has them already. */
function matching(files: readonly PatternFile[], given: string): PatternFile[] {
  const [pattern = ''] = given.split(';')
  const colon = pattern.indexOf(':')
  const [repository, path] = colon < 0 ? ['*', pattern] : [pattern.slice(0, colon), pattern.slice(colon + 1)]
  const wanted = compilePattern(path)
  return files.filter(({ uri }) => {
    const slash = uri.indexOf('/')
    return matchesText(repository, uri.slice(0, slash)) && wanted.matches(uri.slice(slash + 1))
  })
}
