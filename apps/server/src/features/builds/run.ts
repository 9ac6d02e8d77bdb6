// One run of a build, as its page shows it: from its rows, and from its document what no search asks for.
import type { BuildDetails, BuildModule } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { documents, isDocument, readStatus, text, type Document } from '../../registry/builds/build-info.ts'
import { buildPath } from '../../registry/builds/build-paths.ts'
import { readDocument } from '../../registry/builds/publish-build.ts'
import { canBuild, type Run } from '../../registry/builds/readable-builds.ts'
import type { Services } from '../feature.ts'
import { toRun } from './list.ts'

export async function describeRun({ registry }: Services, actor: Actor, run: Run): Promise<BuildDetails> {
  const { row, repository } = run
  const { db } = registry.database
  const document = await readDocument(registry, row)
  return {
    ...toRun(row),
    name: row.name,
    repository: repository.key,
    project: repository.projectKey,
    url: webAddress(row.url),
    file: buildPath(row),
    tool: toolOf(document),
    parent: parentOf(document),
    sources: sourcesOf(document),
    ...issuesOf(document),
    statuses: documents(document.statuses)
      .map((status) => readStatus(status, row.created_at))
      .toReversed(),
    modules: await modulesOf(db, row.id),
    properties: isDocument(document.properties) ? Object.keys(document.properties).length : 0,
    otherRuns: await otherRuns(db, row),
    can: {
      promote: canBuild(actor, 'deploy', repository.key, row.name),
      delete: canBuild(actor, 'delete', repository.key, row.name),
    },
  }
}

/** What comes from outside becomes a link only when it leads to the web. */
const webAddress = (given: unknown): string => {
  const address = text(given)
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : ''
}

function toolOf({ buildAgent }: Document): string {
  return isDocument(buildAgent) ? `${text(buildAgent.name)} ${text(buildAgent.version)}`.trim() : ''
}

function parentOf({ parentName, parentNumber }: Document): BuildDetails['parent'] {
  const [name, number] = [text(parentName), text(parentNumber)]
  return name === '' || number === '' ? null : { name, number }
}

/** Older clients have one source, written into the document itself. */
function sourcesOf(document: Document): BuildDetails['sources'] {
  const listed = documents(document.vcs)
  const older = { url: document.vcsUrl, revision: document.vcsRevision, branch: '', message: '' }
  return (listed.length > 0 ? listed : [older])
    .map(({ url, revision, branch, message }: Document) => ({
      url: text(url),
      revision: text(revision),
      branch: text(branch),
      message: text(message),
    }))
    .filter(({ url, revision }) => url !== '' || revision !== '')
}

function issuesOf({ issues }: Document): Pick<BuildDetails, 'issues' | 'tracker'> {
  if (!isDocument(issues)) return { issues: [], tracker: '' }
  return {
    tracker: isDocument(issues.tracker) ? text(issues.tracker.name) : '',
    issues: documents(issues.affectedIssues).map((issue) => ({
      key: text(issue.key),
      url: webAddress(issue.url),
      summary: text(issue.summary),
      isAggregated: issue.aggregated === true,
    })),
  }
}

async function modulesOf(db: Db, buildId: string): Promise<BuildModule[]> {
  const rows = await db
    .selectFrom('build_modules')
    .select(['name', 'type'])
    .select(({ selectFrom, fn }) => [
      selectFrom('build_artifacts')
        .select(fn.countAll<number>().as('count'))
        .whereRef('module_id', '=', 'build_modules.id')
        .as('artifacts'),
      selectFrom('build_dependencies')
        .select(fn.countAll<number>().as('count'))
        .whereRef('module_id', '=', 'build_modules.id')
        .as('dependencies'),
    ])
    .where('build_id', '=', buildId)
    .orderBy('position')
    .execute()
  return rows.map(({ name, type, artifacts, dependencies }) => ({
    id: name,
    type,
    artifacts: Number(artifacts),
    dependencies: Number(dependencies),
  }))
}

async function otherRuns(db: Db, row: BuildRow): Promise<string[]> {
  const rows = await db
    .selectFrom('builds')
    .select('started')
    .where('repository_id', '=', row.repository_id)
    .where('name', '=', row.name)
    .where('number', '=', row.number)
    .where('id', '<>', row.id)
    .orderBy('started', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ started }) => started)
}
