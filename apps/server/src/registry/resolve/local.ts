// What lies in a repository itself: of local ones, and of the caches of remote ones.
import { findFile, recallFile } from '../file-nodes.ts'
import { readPackage, recallPackage } from '../packages.ts'
import { serveFile } from '../serve-file.ts'
import type { Resolver } from './resolver.ts'

export const localResolver: Resolver = {
  async serve(request, path) {
    const { registry, repository } = request
    const file = recallFile(registry, repository, path) ?? (await findFile(registry, repository, path))
    return file && (await serveFile(request, file))
  },
  async look({ registry, repository }, name) {
    const found = await recallPackage(registry, repository.id, name)
    return found && stampedView(found, () => readPackage(registry.database.db, repository.id, name))
  },
}

const stampedView = (
  { id, revision }: { id: string; revision: number },
  read: () => ReturnType<typeof readPackage>,
) => ({ stamp: `${id}.${revision}`, read })
