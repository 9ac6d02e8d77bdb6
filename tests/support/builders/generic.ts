// A plain file, as curl puts it.
import type { Published, Send } from './published.ts'

export interface GenericOptions {
  repository?: string
  /** Where in the repository; made from name and version otherwise. */
  path?: string
  content?: string | Buffer
  headers?: Record<string, string>
}

export async function publishGeneric(
  send: Send,
  name: string,
  version: string,
  options: GenericOptions = {},
): Promise<Published> {
  const {
    repository = 'generic-local',
    path = `${name}/${version}/${name}-${version}.txt`,
    headers = {},
  } = options
  const bytes = Buffer.from(options.content ?? `${name} ${version}\n`)
  const response = await send(`/artifactory/${repository}/${path}`, { method: 'PUT', headers, body: bytes })
  return { response, bytes, path }
}
