import { artifactBrowser } from '@bindery/contracts'
import { query } from '../../lib/query.ts'
import type { Spot } from './address.ts'

export const treeRoots = query(artifactBrowser.roots, {})
export const itemDetails = (spot: Spot) => query(artifactBrowser.item, { query: spot })
export const folderSize = (spot: Spot) => query(artifactBrowser.size, { query: spot })
export const itemAccess = (spot: Spot) => query(artifactBrowser.access, { query: spot })
export const itemBuilds = (spot: Spot) => query(artifactBrowser.builds, { query: spot })
export const itemPreview = (spot: Spot, entry?: string) =>
  query(artifactBrowser.preview, { query: { ...spot, entry } })
export const itemContents = (spot: Spot) => query(artifactBrowser.contents, { query: spot })
export const itemDownloads = (spot: Spot) => query(artifactBrowser.downloads, { query: spot })
export const foundItems = (text: string, repositories: string[] | undefined) =>
  query(artifactBrowser.find, {
    query: { text, ...(repositories === undefined ? {} : { repositories: repositories.join(',') }) },
  })
