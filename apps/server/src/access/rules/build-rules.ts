// What permissions and roles mean for builds. The builds of a project are files of one repository, which is made with the
// first of them; rights on builds are a section of their own and say nothing about other files.
import type { RoleAction } from '@bindery/contracts'
import { compilePattern, type PathPattern } from './permission-patterns.ts'
import type { RepositoryAction } from './rules.ts'

/** The package type of the repositories that hold builds. */
export const buildInfoFormat = 'buildinfo'

const repositoryOfNoProject = 'artifactory-build-info'

/** `` and `default` for builds of no project. */
export const buildRepositoryKey = (project: string): string =>
  project === '' || project === 'default' ? repositoryOfNoProject : `${project}-build-info`

/** People write the names of builds (`web-*`); a build is a folder, and what is in it is meant too. */
export const compileBuildPatterns = (texts: readonly string[]): PathPattern[] =>
  texts.filter((text) => text !== '').map(compileBuildPattern)

function compileBuildPattern(text: string): PathPattern {
  const named = compilePattern(text)
  if (text.endsWith('**') || text.endsWith('/')) return named
  const below = compilePattern(`${text}/**`)
  return {
    text,
    matches: (path) => named.matches(path) || below.matches(path),
    reaches: (folder) => named.reaches(folder) || below.reaches(folder),
    coversAll: (folder) => below.coversAll(folder),
  }
}

export const buildMeanings: Partial<Record<RoleAction, RepositoryAction>> = {
  READ_BUILD: 'read',
  ANNOTATE_BUILD: 'annotate',
  DEPLOY_BUILD: 'deploy',
  DELETE_BUILD: 'delete',
  MANAGE_RESOURCES: 'manage',
}
