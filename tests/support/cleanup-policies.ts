// Clean-up policies as Terraform's provider sends them.
import type { TestApp } from './app.ts'
import { json } from './browser.ts'

export const policiesPath = '/artifactory/api/cleanup/packages/policies'

/** Of all plain files, until the criteria say otherwise. */
export const cleanupPolicy = (key: string, criteria: object, members: object = {}) => ({
  key,
  cronExp: '0 0 2 ? * MON-SAT *',
  durationInMinutes: 60,
  skipTrashcan: false,
  projectKey: '',
  searchCriteria: {
    packageTypes: ['generic'],
    repos: ['**'],
    includedPackages: ['**'],
    includeAllProjects: true,
    includedProjects: [],
    ...criteria,
  },
  ...members,
})

/** What the API of policies answers. */
export async function askPolicies(app: TestApp, method: string, path: string, body?: object) {
  const reply = await app.fetch(`${policiesPath}${path}`, body ? json(method, body) : { method })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : (JSON.parse(text) as object) }
}
