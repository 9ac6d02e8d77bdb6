import { frame, licenses, overview, packages, repositories, storage, system } from '@bindery/contracts'
import { query } from '../../lib/query.ts'

export const packageCounts = query(packages.counts, {})
export const artifactCount = query(overview.artifactCount, {})
export const repositoryList = query(repositories.list, {})
export const downloads = query(overview.downloads, {})
export const activity = query(overview.activity, {})
export const services = query(frame.services, {})
export const storageSummary = query(storage.summary, {})
export const licenseState = query(licenses.list, {})
export const failedJobs = query(system.jobs, { query: { state: 'failed', limit: 1 } })
