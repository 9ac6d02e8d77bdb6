// What runs here, for people who ask for help or give it. Nothing of it is secret.
import { availableParallelism, release, totalmem, type } from 'node:os'
import { licenseType } from '../../platform/installation/licenses.ts'
import { isReadOnly } from '../../platform/installation/read-only.ts'
import { hasNameIndex } from '../../registry/names/keep-names.ts'
import type { Services } from '../feature.ts'

export async function systemInfo(services: Services, origin: string): Promise<string> {
  const { registry, database, installation, serverName, version } = services
  const lines = {
    Product: `Bindery ${version}`,
    License: await licenseType(services),
    Installation: installation.id,
    Name: serverName,
    Address: origin,
    Node: registry.nodeId,
    'Read-only': (await isReadOnly(services)) ? 'yes' : 'no',
    Database: database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    'Parts of names': (await hasNameIndex(database))
      ? 'indexed'
      : 'read one by one: the extension pg_trgm of PostgreSQL is missing',
    Runtime: `Node.js ${process.version}`,
    System: `${type()} ${release()}, ${process.arch}`,
    Processors: String(availableParallelism()),
    Memory: `${megabytes(process.memoryUsage.rss())} of ${megabytes(totalmem())}`,
    'Running since': new Date(services.clock.now().getTime() - process.uptime() * 1000).toISOString(),
  }
  return Object.entries(lines)
    .map(([name, value]) => `${`${name}:`.padEnd(16)}${value}\n`)
    .join('')
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
