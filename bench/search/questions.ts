// What clients ask, by the number of a file that the question is about (artifactory-api.md 3.3).
import { folderOf, groupOf, nameOf, repositoryOf } from './world.ts'

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
}
