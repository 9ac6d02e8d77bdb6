// Fills the cache of a remote repository with everything that its upstream lists. The upstream is an Artifactory, or one of us:
// others do not say what they hold.
import { systemActor } from '../../access/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { parseJson, readBody } from '../../platform/http/body.ts'
import { changeProperties } from '../annotate.ts'
import { removeFiles } from '../files.ts'
import { readFile, type FileNode } from '../file-nodes.ts'
import { handlesPath } from '../patterns.ts'
import { readProperties, type Properties } from '../properties.ts'
import { fileAddress } from '../remote/address.ts'
import { askUpstream } from '../remote/ask.ts'
import { fillCache } from '../remote/fill.ts'
import { storageAddress, upstreamProperties } from '../remote/synchronised.ts'
import { inParallel } from './in-parallel.ts'
import { below, differing, isSame, kindOf, listed, type Listed } from './listed.ts'
import { parallel, settle, type Run } from './run.ts'

const answerLimit = 64 * 1024 * 1024

export async function pullAll(run: Run): Promise<void> {
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const theirs = await listUpstream(run, folder)
    const files = theirs.filter(({ isFolder }) => !isFolder)
    await inParallel(files, parallel, run.signal, (one) => {
      const path = below(folder, one)
      return settle(run, path, () => pullFile(run, path, one))
    })
    if (run.target.mirror.syncDeletes) await removeUnlisted(run, folder, theirs)
    for (const one of theirs) if (one.isFolder) folders.push(below(folder, one))
  }
}

async function listUpstream({ target }: Run, folder: string): Promise<Listed[]> {
  const { registry, mirror } = target
  const remote = mirror.repository
  const address = storageAddress(remote, folder)
  if (address === undefined)
    throw new AppError(
      'bad-gateway',
      `The upstream of ${remote.key} cannot be listed: its address does not end in /artifactory/<repository>.`,
    )
  const answer = await askUpstream(registry, remote, { address: `${address}?list&deep=0&listFolders=1` })
  if (answer.status === 200)
    return listed(parseJson((await readBody(answer.body, answerLimit)).toString('utf8')))
  await answer.drop()
  // A folder that went meanwhile.
  if (answer.status === 404 && folder !== '') return []
  throw new AppError('bad-gateway', `The upstream of ${remote.key} answered ${answer.status} to its list.`)
}

async function pullFile(run: Run, path: string, theirs: Listed): Promise<void> {
  const { target, db, progress } = run
  const { registry, mirror } = target
  const remote = mirror.repository
  if (!mirror.includes(path) || !handlesPath(remote, path)) return
  progress.looked++
  const cached = await readFile(db, remote.id, path)
  const properties = mirror.syncProperties ? await upstreamProperties(registry, remote, { path }) : undefined
  if (cached && isSame(cached, theirs)) {
    if (properties) await pullProperties(run, cached, properties)
  } else {
    const expected = theirs.sha1 === '' ? {} : { sha1: theirs.sha1 }
    const wanted = { path, address: fileAddress(remote, path), limit: registry.limits.upload, expected }
    const filled = await fillCache(registry, systemActor, remote, {
      ...wanted,
      ...(properties && { properties }),
    }).done
    progress.sent++
    progress.bytes += filled?.size ?? 0
  }
  await run.tell()
}

async function pullProperties({ target, db }: Run, file: FileNode, theirs: Properties): Promise<void> {
  const change = differing(theirs, await readProperties(db, file.id))
  if (change.set.size + change.remove.length === 0) return
  const place = { repository: target.mirror.repository, path: file.path }
  const reach = { isRecursive: false, isAtomic: true }
  await changeProperties(target.registry, systemActor, place, change, reach)
}

async function removeUnlisted(run: Run, folder: string, theirs: readonly Listed[]): Promise<void> {
  const { target, db, progress } = run
  const { registry, mirror } = target
  const remote = mirror.repository
  const kinds = new Map(theirs.map((one) => [one.name, kindOf(one)]))
  const ours = await db
    .selectFrom('nodes')
    .select(['path', 'name', 'kind'])
    .where('repository_id', '=', remote.id)
    .where('parent', '=', folder)
    .execute()
  for (const { path, name, kind } of ours) {
    run.signal.throwIfAborted()
    // Of a folder, some may be none of the mirror's.
    const isOurs = kind === 'folder' ? mirror.isWhole : mirror.includes(path)
    if (kinds.get(name) === kind || !isOurs) continue
    progress.removed += await removeFiles(registry, systemActor, remote, path)
  }
}
