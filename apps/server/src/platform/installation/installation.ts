// What the installation as a whole is: its name and address, its licences, whether it may be changed. Several features ask,
// so it stands below them all.
import { GeneralSettings } from '@bindery/contracts'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { liveSetting, type LiveSetting, type LiveSettings } from '../live-settings.ts'
import { TransferCounter } from './transfers.ts'

export interface Installation {
  live: LiveSettings
  database: Database
  clock: Clock
  /** Stays the same for all nodes and all time; tells one installation from another. */
  id: string
  general: LiveSetting<GeneralSettings>
  /** Name and address, for whoever cannot wait for the database; at most a few seconds old. */
  now: { serverName: string; baseUrl: string | undefined }
  configuredBaseUrl: string | undefined
  /** Whose licences are believed, beside the built-in issuer: a public key in base64. */
  licenseIssuer: string | undefined
  transfers: TransferCounter
  /** Bytes in a calendar month; undefined: no limit. */
  transferQuota: number | undefined
}

/** What the configuration says: where a new installation begins. */
interface InitialInstallation {
  serverName: string
  baseUrl?: string | undefined
  licenseIssuer?: string | undefined
  transferQuota?: number | undefined
}

/** What Services has of it. */
export interface OfInstallation {
  installation: Installation
}

export const generalSettings = ({ installation }: OfInstallation): Promise<GeneralSettings> =>
  installation.live.get(installation.general)

export async function openInstallation(
  live: LiveSettings,
  database: Database,
  clock: Clock,
  initial: InitialInstallation,
): Promise<Installation & { close(): void }> {
  const installation: Installation = {
    live,
    database,
    clock,
    id: await installationId(live, database),
    general: generalSetting(initial.serverName),
    now: { serverName: initial.serverName, baseUrl: initial.baseUrl },
    configuredBaseUrl: initial.baseUrl,
    licenseIssuer: initial.licenseIssuer,
    transfers: new TransferCounter(),
    transferQuota: initial.transferQuota,
  }
  await refreshInstallation(installation)
  // Another node may change it; nobody minds a page title that is a few seconds late.
  const timer = database.isShared
    ? setInterval(() => void refreshInstallation(installation).catch(() => undefined), 3_000)
    : undefined
  timer?.unref()
  return Object.assign(installation, { close: () => clearInterval(timer) })
}

/** After every change of the general settings. */
export async function refreshInstallation(installation: Installation): Promise<void> {
  const { serverName, baseUrl } = await generalSettings({ installation })
  installation.now = { serverName, baseUrl: baseUrl || installation.configuredBaseUrl }
}

/** A document that was stored before a setting existed has its default. */
const generalSetting = (serverName: string): LiveSetting<GeneralSettings> =>
  liveSetting(
    'general',
    z.preprocess((stored) => ({ ...beginning, serverName, ...(stored as object) }), GeneralSettings),
  )

const beginning: GeneralSettings = {
  serverName: '',
  baseUrl: '',
  logoUrl: '',
  footerMessage: '',
  dailyMessage: { text: '', level: 'info', from: null, until: null },
  homePage: '',
  dateFormat: 'day-month-year',
  helpLinks: [],
}

const identity = liveSetting('installation', z.object({ id: z.string().default('') }))

async function installationId(live: LiveSettings, database: Database): Promise<string> {
  const { id } = await live.get(identity)
  if (id !== '') return id
  // Two nodes may start at once: the first one names it.
  const named = await transaction(database, (db, after) =>
    live.change(db, after, identity, (known) => ({ id: known.id === '' ? newId() : known.id })),
  )
  return named.id
}
