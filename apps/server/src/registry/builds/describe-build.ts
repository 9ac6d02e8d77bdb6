// Reading the files of build-info repositories, whoever stored them.
import type { Readable } from 'node:stream'
import { AppError } from '../../platform/errors.ts'
import { readBody } from '../../platform/http/body.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { parseBuildInfo, readBuildInfo, type BuildInfo } from './build-info.ts'

interface ReadableFile {
  size: number
  /** All of it, when it is small and at hand. */
  bytes?: Buffer | undefined
  read(): Readable
}

/** What the file says; undefined when it is not the document of a build. `at` is the time of one that says no other. */
export async function describeBuild(
  registry: Registry,
  repository: Repository,
  file: ReadableFile,
  at: string,
): Promise<BuildInfo | undefined> {
  if (repository.section !== 'build' || file.size > registry.limits.buildInfo) return undefined
  try {
    return readBuildInfo(parseBuildInfo(await bytesOf(registry, file)), at)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

export const bytesOf = async ({ limits }: Registry, file: ReadableFile): Promise<Buffer> =>
  file.bytes ?? readBody(file.read(), limits.buildInfo)
