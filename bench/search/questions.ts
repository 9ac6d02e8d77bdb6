// What clients ask, by the number of a file that the question is about (artifactory-api.md 3.3).
import { buildOf, flat, folderOf, groupOf, nameOf, repositoryOf, sha1Of } from './world.ts'

export interface Question {
  path: string
  /** Of a search. */
  body?: string
}

const items = (where: string, rest = ''): Question => ({
  path: '/artifactory/api/search/aql',
  body: `items.find(${where})${rest}`,
})

const included =
  '.include("name","repo","path","actual_md5","actual_sha1","sha256","size","type","modified","created","property")'

export const questions: Record<string, (file: number) => Question> = {
  'pattern in a folder': (i) =>
    items(
      `{"$or":[{"$and":[{"repo":"${repositoryOf(i)}","path":"${folderOf(i)}","name":{"$match":"*.jar"}}]}]}`,
      included,
    ),
  'pattern below a folder': (i) =>
    items(
      `{"path":{"$ne":"."},"$or":[{"$and":[{"repo":"${repositoryOf(i)}","path":{"$match":"${groupOf(i)}/a${Math.floor(i / 400) % 50}/*"},"name":{"$match":"*"}}]}]}`,
    ),
  'two properties of a build': (i) =>
    items(`{"@build.name":"build-${i % 1000}","@build.number":"${Math.floor(i / 1000) % 1000}"}`),
  'npm sums': (i) =>
    items(`{"@npm.name":"package-${i}","$or":[{"@npm.version":"1"},{"@npm.name":"package-${i}"}]}`, included),
  'name anywhere': (i) => items(`{"name":"${nameOf(i)}"}`),
  'name in a repository': (i) =>
    items(
      `{"repo":"${repositoryOf(i)}","$or":[{"$and":[{"path":{"$match":"*"},"name":{"$match":"${nameOf(i)}"}}]}]}`,
    ),
  'property missing in a folder': (i) =>
    items(`{"repo":"${repositoryOf(i)}","path":"${folderOf(i)}","@build.name":{"$ne":"build-${i % 1000}"}}`),
  'the newest below a folder': (i) =>
    items(
      `{"type":"file","repo":"${repositoryOf(i)}","path":{"$match":"${groupOf(i)}/*"}}`,
      '.sort({"$desc":["created"]}).limit(1)',
    ),
  'the newest of a repository': (i) =>
    items(
      `{"type":"file","repo":"${repositoryOf(i)}","path":{"$match":"*"}}`,
      '.sort({"$desc":["created"]}).limit(1)',
    ),
  'first thousand by date': (i) =>
    items(
      `{"type":"any","$or":[{"$and":[{"repo":"${repositoryOf(i)}","modified":{"$gte":"2024-02-01T00:00:00.000Z"},"modified":{"$lt":"2026-02-01T00:00:00.000Z"}}]}]}`,
      '.include("repo","path","name","type","modified","size").sort({"$asc":["modified","path","name"]}).limit(1000)',
    ),
  'list of a folder': (i) => ({ path: `/artifactory/api/storage/${repositoryOf(i)}/${folderOf(i)}?list` }),
  'page of a folder': (i) => ({ path: `/artifactory/${repositoryOf(i)}/${folderOf(i)}/` }),
  'deep list of the large folder with sums': () => ({
    path: `/artifactory/api/storage/${flat.repository}?list&deep=1&listFolders=1`,
  }),
  'page of the large folder': () => ({ path: `/artifactory/${flat.repository}/${flat.folder}/` }),
  'first lines of it in the web application': () => ({
    path: `/ui/api/v1/artifacts/children?repository=${flat.repository}&path=${flat.folder}`,
  }),
  'root of a repository in the web application': () => ({
    path: `/ui/api/v1/artifacts/children?repository=bench-0&path=`,
  }),
  'list of repositories': () => ({ path: '/artifactory/api/repositories' }),
  'property search': (i) => ({ path: `/artifactory/api/search/prop?npm.name=package-${i}` }),
  'property search in a repository': (i) => ({
    path: `/artifactory/api/search/prop?build.name=build-${i % 1000}&repos=${repositoryOf(i)}`,
  }),
  'checksum search': (i) => ({ path: `/artifactory/api/search/checksum?sha1=${sha1Of(i)}` }),
  'part of a name in a repository': (i) => ({
    path: `/artifactory/api/search/artifact?name=${nameOf(i).slice(4)}&repos=${repositoryOf(i)}`,
  }),
  'files of a build': (i) => {
    const { name, number } = buildOf(i)
    return items(`{"artifact.module.build.name":"${name}","artifact.module.build.number":"${number}"}`)
  },
  'builds of a file': (i) => ({
    path: '/artifactory/api/search/aql',
    body: `builds.find({"module.artifact.sha1":"${sha1Of(i - (i % 10))}"})`,
  }),
  'not downloaded since, in a repository': (i) => ({
    path: `/artifactory/api/search/usage?notUsedSince=${Date.UTC(2024, 5, 1)}&repos=${repositoryOf(i)}`,
  }),
  'beginning of a name in the web application': (i) => ({
    path: `/ui/api/v1/artifacts/find?text=${nameOf(i).slice(0, -4)}`,
  }),
}
