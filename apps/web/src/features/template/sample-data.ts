// Made-up names that the samples show.
import type { TreeNode } from '../../ui/tree-rows.ts'

export const pickable = [
  { value: 'npm', label: 'npm' },
  { value: 'maven', label: 'Maven' },
  { value: 'generic', label: 'Generic' },
]

export interface SampleRow {
  name: string
  version: string
  downloads: number
}

export const sampleRows: SampleRow[] = [
  { name: '@acme/billing', version: '2.1.0', downloads: 1204 },
  { name: 'left-pad', version: '1.3.0', downloads: 86 },
  { name: 'tiny-cache', version: '1.0.0', downloads: 12 },
]

export const samplePath = 'libs-release-local/org/acme/billing/invoices/2.1.0/invoices-2.1.0-sources.jar'

export const sampleMonth = [3, 5, 2, 8, 9, 4, 6, 12, 10, 7, 14, 11, 9, 15, 13, 8, 10, 16, 12, 18]

export const sampleRoots: TreeNode[] = [
  { id: 'apps', label: 'apps', isBranch: true },
  { id: 'docs', label: 'docs', isBranch: true },
  { id: 'readme', label: 'readme.md', isBranch: false },
]

export const sampleBranch = async ({ id }: TreeNode): Promise<TreeNode[]> => [
  { id: `${id}/index`, label: 'index.ts', isBranch: false },
  { id: `${id}/tests`, label: 'tests', isBranch: true },
]
