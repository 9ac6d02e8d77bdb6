// The way into the tree of repositories, where a lightweight installation starts.
import { loadRepositoryData } from '../lib/frame.ts'

const treeRoot = '/repos/tree'

/** The tree under General; when what it starts from cannot be had, its root, which asks again. */
export async function reposLanding(path: string): Promise<string | undefined> {
  if (!/^\/repos\/?$/.test(path)) return undefined
  try {
    await loadRepositoryData()
    return `${treeRoot}/General`
  } catch (error) {
    console.error('The tree of repositories could not be opened under General.', error)
    return treeRoot
  }
}
