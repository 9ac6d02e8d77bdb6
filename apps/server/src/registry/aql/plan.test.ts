// Every shape of query that clients send is served by an index: looked up in what the engine says it will do.
import { describe, expect, test } from 'vitest'
import { systemActor } from '../../access/actor.ts'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import { openTestDatabase } from '../../platform/db/test-database.ts'
import { explain } from './explain.fixture.ts'
import { parseQuery } from './parse.ts'
import { prepareSearch } from './run.ts'
import { createWorld, type World } from './world.fixture.ts'

const shapes = {
  'pattern search':
    '{"@k":"v","path":{"$ne":"."},"$or":[{"$and":[{"repo":"one","path":{"$match":"a/*"},"name":{"$match":"*.jar"}}]}]}',
  'pattern search over several places':
    '{"$or":[{"$and":[{"repo":"one","path":"a","name":{"$match":"*"}}]},{"$and":[{"repo":"two","path":{"$match":"b/*"},"name":{"$match":"*"}}]}]}',
  exclusions:
    '{"$or":[{"repo":{"$nmatch":"x"},"path":{"$nmatch":"y*"},"name":{"$nmatch":"z*"}}],"$or":[{"$and":[{"repo":"one","path":"a","name":{"$match":"*"}}]}]}',
  'archive entries':
    '{"$or":[{"$and":[{"repo":"one","path":{"$match":"*"},"name":{"$match":"*"},"archive.entry.path":"META-INF","archive.entry.name":"MANIFEST.MF"}]}]}',
  'by build': '{"$or":[{"$and":[{"artifact.module.build.name":"n","artifact.module.build.number":"1"}]}]}',
  'by builds and patterns':
    '{"$and":[{"$or":[{"$and":[{"dependency.module.build.name":"n","dependency.module.build.number":"1"}]}]},{"$or":[{"$and":[{"repo":"one","path":{"$match":"*"},"name":{"$match":"*"}}]}]}]}',
  'properties of a build': '{"$and":[{"repo":"one"},{"$or":[{"@build.name":"n"}]}]}',
  'dependency sums': '{"@npm.name":"n","$or":[{"@npm.version":"1"},{"@npm.version":"v1"}]}',
  'file sums': '{"repo":"one","$or":[{"$and":[{"path":{"$match":"*"},"name":{"$match":"lib.whl"}}]}]}',
  'container layers': '{"repo":"one","path":{"$match":"img/*"},"@docker.manifest.digest":"sha256:1"}',
  'a path and not another': '{"repo":"one","path":"img/tag","path":{"$nmatch":"*_uploads*"}}',
  'by sha256': '{"repo":"one","sha256":"x"}',
  'by several sha256': '{"$or":[{"sha256":"x"},{"sha256":"y"}]}',
  'by sha1': '{"actual_sha1":"x"}',
  'by md5': '{"actual_md5":"x"}',
  'by name anywhere': '{"name":"pom.xml"}',
  'by the beginning of a name': '{"repo":"one","path":"a","name":{"$match":"n*"}}',
  'a folder of all repositories': '{"path":"a/b"}',
  'a name or a property': '{"$or":[{"name":"x","@k":"v"}]}',
  'a property missing in a folder': '{"repo":"one","path":"a","@k":{"$ne":"v"}}',
  'two properties': '{"@build.name":"n","@build.number":"1"}',
  'not downloaded since':
    '{"repo":"one","created":{"$lt":"2026-01-01T00:00:00.000Z"},"$or":[{"stat.downloads":null},{"stat.downloaded":{"$lt":"2026-01-01T00:00:00.000Z"}}]}',
  'the same property': '{"$msp":[{"@k":{"$match":"v*"},"@k":{"$ne":"vv"}}]}',
}
const sorted = {
  'the newest below a folder':
    'items.find({"type":"file","repo":"one","path":{"$match":"a/*"}}).sort({"$desc":["created"]}).limit(1)',
  'the newest':
    'items.find({"type":"file","repo":"one","path":{"$match":"*"}}).sort({"$desc":["created"]}).limit(1)',
  'a transfer':
    'items.find({"type":"any","$or":[{"$and":[{"repo":"one","modified":{"$gte":"2026-01-01T00:00:00.000Z"},"modified":{"$lt":"2026-02-01T00:00:00.000Z"}}]}]}).sort({"$asc":["modified","path","name"]}).offset(10).limit(10000)',
}

describe('an index serves', () => {
  test('every shape', async () => {
    const world = await createWorld(await openTestDatabase(await createMigratedDatabase()), 300)
    for (const [name, where] of Object.entries(shapes))
      expect({ name, scans: await scansOf(world, `items.find(${where})`) }).toEqual({ name, scans: [] })
    for (const [name, query] of Object.entries(sorted))
      expect({ name, scans: await scansOf(world, query) }).toEqual({ name, scans: [] })
    // In the order of the index: a limit ends the search.
    expect(await explainSearch(world, sorted['the newest'])).toMatchObject({
      indexes: ['nodes_by_repository_id_created_at'],
      isSorted: false,
    })
    // In one repository: what has the property elsewhere is not looked at.
    expect(await explainSearch(world, 'items.find({"repo":"one","@k":"v"})')).toMatchObject({
      indexes: expect.arrayContaining(['properties_by_key_value_repository_id_node_id']),
    })
    // The test itself sees a scan where there is one.
    expect(await scansOf(world, 'properties.find({"value":{"$nmatch":"x*"}})')).not.toEqual([])
  })
})

const explainSearch = async ({ registry }: World, text: string) => {
  const { query } = await prepareSearch(registry, systemActor, parseQuery(text))
  return explain(registry.database, query)
}

const scansOf = async (world: World, text: string) => (await explainSearch(world, text)).scans
