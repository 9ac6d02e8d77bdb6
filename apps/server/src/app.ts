// The composition root: configuration in, running application out. The only file that may import everything.
import { access as checkAccess, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccess, type Access } from './access/access.ts'
import { flushSessionUses } from './access/sign-in/sessions.ts'
import { flushTokenUses } from './access/tokens/token-uses.ts'
import type { Config } from './config.ts'
import { exporterOf } from './export-system.ts'
import { deploymentOf } from './deployment.ts'
import * as features from './features/index.ts'
import type { Feature, Services } from './features/feature.ts'
import { prepareInstallation } from './first-start.ts'
import * as formats from './formats/index.ts'
import { openDiskBlobStore } from './platform/blobs/disk.ts'
import { keepSmallInDatabase } from './platform/blobs/small-in-database.ts'
import type { BlobStore } from './platform/blobs/blob-store.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase, type Database, type Db } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { makeFolder } from './platform/files.ts'
import { EventDispatcher } from './platform/jobs/event-dispatcher.ts'
import { JobWorker, type JobHandler } from './platform/jobs/worker.ts'
import { openInstallation, type Installation } from './platform/installation/installation.ts'
import { flushTransfers } from './platform/installation/transfers.ts'
import { createLog, type LogHub } from './platform/log.ts'
import { findNodeId } from './platform/node-id.ts'
import { openOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { openVault, findMasterKey } from './platform/vault.ts'
import { speakInSentences } from './platform/schema-sentences.ts'
import { productVersion } from './platform/version.ts'
import { flushDownloads } from './registry/downloads.ts'
import { planNewMirrors } from './registry/mirrors/plan-new.ts'
import { flushHealth, restoreHealth } from './registry/remote/health-rows.ts'
import { createRegistry, type Registry } from './registry/registry.ts'
import { serveApp } from './serve-app.ts'
import { registryJobs } from './registry/work.ts'

export interface App {
  url: string
  urls: string[]
  /** What is mounted beside package traffic, for tests that walk it. */
  routes: string[]
  db: Db
  blobs: BlobStore
  /** Where SSH keys are taken, when that is on. */
  ssh: Services['ssh']
  /** Only when the administrator was just created with a random one. */
  adminPassword?: string | undefined
  close(): Promise<void>
}

export async function startApp(config: Config): Promise<App> {
  speakInSentences()
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    // In the reverse order of opening: what came last relies on what came first.
    for (const step of closers.splice(0).toReversed()) await step()
  }
  try {
    return await open(config, closers, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  config: Config,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<App> {
  await openFolder(config.home)
  const log = createLog({
    folder: join(config.home, 'log'),
    level: config.logLevel,
    console: config.logConsole,
    maxSize: config.logMaxSize,
    maxFiles: config.logMaxFiles,
  })
  closers.push(() => log.close())
  const database = await connectDatabase({
    databaseUrl: config.databaseUrl,
    file: join(config.home, 'bindery.db'),
    log: log.service('artifactory'),
  })
  closers.push(() => database.close())
  await migrate(database)
  const files = await openDiskBlobStore({
    folder: join(config.home, 'blobs'),
    log: log.service('artifactory'),
    isShared: database.isShared,
  })
  const blobs = keepSmallInDatabase(database, files)
  closers.push(() => blobs.close())
  const nodeId = await findNodeId(config.nodeId, config.home)
  const outbound = openOutbound(config.outboundAllow)
  closers.push(() => outbound.close())
  const { access, registry } = createEngine(config, { database, blobs, nodeId, outbound }, log)
  closers.push(() => registry.remotes.close())
  await restoreHealth(registry)
  await planNewMirrors(registry)
  const adminPassword = await prepareInstallation(config, registry)
  const installation = await openInstallation(access.live, database, systemClock, config)
  closers.push(async () => installation.close())
  closers.push(startFlushing(registry, installation, log))
  const services: Services = {
    database,
    access,
    outbound,
    registry,
    clock: systemClock,
    log: log.service('artifactory'),
    version: productVersion,
    installation,
    get serverName() {
      return installation.now.serverName
    },
    contact: { mail: config.contactMail, url: config.contactUrl },
    deployment: deploymentOf(config),
    maxLiveStreams: config.maxLiveStreams,
    followWindow: config.followWindow,
    settingStates: Object.assign(
      {},
      ...Object.values<Feature>(features).map((feature) => feature.settingStates ?? {}),
    ),
    configurationParts: async () => {
      const all = Object.values<Feature>(features).flatMap((feature) => feature.configuration?.() ?? [])
      return (await Promise.all(all)).flat()
    },
    get baseUrl() {
      return installation.now.baseUrl
    },
    home: config.home,
    exportFolder: config.exportFolder,
    exportSystem: exporterOf(config),
  }
  for (const feature of Object.values<Feature>(features)) feature.start?.(services)
  registry.guards.push(...Object.values<Feature>(features).flatMap((feature) => feature.guards ?? []))
  closers.push(await startWork(config, services, log))
  const served = await serveApp({ config, services, log, features: Object.values(features) })
  closers.push(() => served.close())
  closers.push(async () => {
    for (const feature of Object.values<Feature>(features)) await feature.stop?.(services)
  })
  const { urls, routes } = served
  const url = urls[0] ?? ''
  const ssh = await openSsh(config, services, url)
  if (ssh) closers.push(() => ssh.close())
  return { url, urls, routes, ssh: services.ssh, db: database.db, blobs, adminPassword, close }
}

/** Loads nothing of it while it is off. */
async function openSsh(config: Config, services: Services, url: string) {
  if (config.sshPort === undefined) return undefined
  const { serveSsh } = await import('./features/ssh-keys/serve.ts')
  const ssh = await serveSsh(
    {
      host: config.sshHost ?? config.host,
      port: config.sshPort,
      timeout: config.sshTimeout,
      shutdownTimeout: config.shutdownTimeout,
      maxConnections: config.maxSshConnections,
    },
    services,
    url,
  )
  services.ssh = ssh.server
  return ssh
}

/** Durable jobs and the delivery of events. */
async function startWork(config: Config, services: Services, log: LogHub): Promise<() => Promise<void>> {
  const { database, registry } = services
  const all = Object.values<Feature>(features)
  const jobs = all.flatMap((feature) => Object.entries(feature.jobs ?? {}))
  const handlers = Object.fromEntries(
    jobs.map(([kind, run]): [string, JobHandler] => [
      kind,
      (payload, context) => run(services, payload, context),
    ]),
  )
  const worker = new JobWorker({
    database,
    log: log.service('jobs'),
    nodeId: registry.nodeId,
    handlers: { ...registryJobs(registry), ...handlers },
    schedules: Object.assign({}, ...all.map((feature) => feature.schedules ?? {})),
  })
  await worker.start()
  const listeners = Object.assign({}, ...all.map((feature) => feature.listeners?.(services) ?? {}))
  const dispatcher = new EventDispatcher({ database, log: log.service('events'), listeners })
  dispatcher.start()
  return async () => {
    await dispatcher.stop()
    await worker.stop(config.shutdownTimeout)
  }
}

function createEngine(
  config: Config,
  parts: { database: Database; blobs: BlobStore; nodeId: string; outbound: Outbound },
  log: LogHub,
): { access: Access; registry: Registry } {
  const access = createAccess({
    database: parts.database,
    clock: systemClock,
    log: log.service('access'),
    vault: openVault(findMasterKey(config.masterKey, config.home)),
    settings: {
      anonymousAccess: config.anonymousAccess,
      sessionHours: config.sessionHours,
      sessionIdleMinutes: config.sessionIdleMinutes,
      rememberMeDays: config.rememberMeDays,
    },
  })
  const registry = createRegistry({
    ...parts,
    clock: systemClock,
    access,
    limits: {
      upload: config.maxUploadSize,
      metadata: config.maxMetadataSize,
      buildInfo: config.maxBuildInfoSize,
    },
    accelRedirect: config.accelRedirect,
    upstreamMirrors: config.upstreamMirrors,
    formats: Object.values(formats),
  })
  return { access, registry }
}

/** Counters that live in memory reach the database every few seconds and at the end. */
function startFlushing(registry: Registry, installation: Installation, log: LogHub): () => Promise<void> {
  const flush = async () => {
    try {
      await flushDownloads(registry)
      await flushHealth(registry)
      await flushTokenUses(registry.access)
      await flushSessionUses(registry.access)
      await flushTransfers(installation)
    } catch (error) {
      log
        .service('artifactory')
        .warn('Counters could not be written; they are kept for the next try', { error })
    }
  }
  const timer = setInterval(() => void flush(), 5_000)
  timer.unref()
  return () => {
    clearInterval(timer)
    return flush()
  }
}

async function openFolder(home: string): Promise<void> {
  makeFolder(home, 0o750)
  await checkAccess(home, constants.W_OK | constants.R_OK | constants.X_OK)
}
