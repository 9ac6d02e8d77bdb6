import { z } from 'zod'
import { npmPublishBody, npmTarball } from '../../../../../tests/support/builders/npm.ts'
import { formatSuite } from '../../registry/format.suite.ts'

const Refusal = z.object({ error: z.string() })

formatSuite({
  format: 'npm',
  repository: 'npm-local',
  base: (repository) => `/artifactory/api/npm/${repository}/`,
  file: (name, version) => `${name}/-/${name}-${version}.tgz`,
  documents: (name, version) => [name, `${name}/${version}`, `-/package/${name}/dist-tags`, '-/v1/search?text=su'],
  absent: ['nothing', '@scope%2fnothing', 'suite/9.9.9', 'suite/-/suite-9.9.9.tgz', '-/package/nothing/dist-tags', 'a/b/c/d/e/f'],
  async write(name) {
    const body = JSON.stringify(npmPublishBody(name, '1.0.0', await npmTarball(name, '1.0.0')))
    return { path: name, method: 'PUT', headers: { 'content-type': 'application/json' }, body }
  },
  sentenceOf: (body) => Refusal.parse(body).error,
})
