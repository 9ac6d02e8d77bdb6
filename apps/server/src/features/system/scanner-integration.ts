// How the scanner and the repositories are connected, as clients of Artifactory ask. Nothing scans yet, whatever is marked.
import { listRepositories } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

export async function scannerIntegration({ registry }: Services) {
  const marked = (await listRepositories(registry)).filter(({ config }) => config.xrayIndex)
  return { enabled: false, repositories: marked.map(({ key }) => key) }
}
