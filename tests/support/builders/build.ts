// Builds, as build tools publish them.
import { createHash } from 'node:crypto'
import type { Send } from './published.ts'

export interface BuiltFile {
  name: string
  content: string
  /** Where it was deployed. */
  repository?: string
  path?: string
}

export interface BuildOptions {
  name?: string
  number?: string
  started?: string
  artifacts?: BuiltFile[]
  dependencies?: (BuiltFile & { scopes?: string[] })[]
  environment?: Record<string, string>
  /** Other members of the document. */
  more?: Record<string, unknown>
}

const digest = (algorithm: string, content: string) => createHash(algorithm).update(content).digest('hex')

const sums = (content: string) => ({
  sha1: digest('sha1', content),
  sha256: digest('sha256', content),
  md5: digest('md5', content),
})

export function buildInfo(options: BuildOptions = {}): Record<string, unknown> {
  const { name = 'web', number = '1', started = '2026-01-02T03:04:05.678+0000', environment = {} } = options
  return {
    version: '1.0.1',
    name,
    number,
    started,
    durationMillis: 192_000,
    agent: { name: 'GitHub Actions', version: '2.3' },
    buildAgent: { name: 'npm', version: '11.4.2' },
    artifactoryPrincipal: 'ci-bot',
    url: 'https://ci.example.org/web/1',
    vcs: [{ url: 'https://git.example.org/web.git', revision: '7ac01f9', branch: 'main', message: 'Faster' }],
    properties: Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [`buildInfo.env.${key}`, value]),
    ),
    modules: [
      {
        id: `${name}:${number}`,
        type: 'npm',
        artifacts: (options.artifacts ?? []).map((file) => ({
          type: file.name.split('.').at(-1),
          name: file.name,
          ...(file.path !== undefined && { path: file.path }),
          ...(file.repository !== undefined && { originalDeploymentRepo: file.repository }),
          ...sums(file.content),
        })),
        dependencies: (options.dependencies ?? []).map((file) => ({
          id: file.name,
          type: 'tgz',
          scopes: file.scopes ?? ['prod'],
          ...sums(file.content),
        })),
      },
    ],
    ...options.more,
  }
}

export async function publishBuild(send: Send, options: BuildOptions = {}, query = ''): Promise<Response> {
  const reply = await send(`/artifactory/api/build${query}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/vnd.org.jfrog.artifactory+json' },
    body: JSON.stringify(buildInfo(options)),
  })
  if (reply.status !== 204) throw new Error(`Publishing a build: ${reply.status} ${await reply.text()}`)
  return reply
}
