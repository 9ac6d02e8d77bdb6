// The tables of the installation itself: settings, jobs, events and what belongs to no other area.
import type { Generated } from 'kysely'

export interface InstallationTables {
  settings: SettingRow
  proxies: ProxyRow
  contact_requests: ContactRequestRow
  preferences: PreferenceRow
  transfers: TransferRow
  jobs: JobRow
  events: EventRow
}

/** Facts of the installation that must survive: its id, secrets made at first start. */
export interface SettingRow {
  name: string
  value: string
}

/** A proxy that requests to other servers go through. */
export interface ProxyRow {
  key: string
  folded_key: string
  host: string
  port: number
  user_name: string
  /** Empty: none. */
  sealed_password: string
  nt_host: string
  nt_domain: string
  /** 1 for one of them at most. */
  is_default: number
  /** JSON lists. */
  redirecting_hosts: string
  no_proxy: string
  /** JSON; null until these settings were tried. */
  last_test: string | null
  created_at: string
}

export interface ContactRequestRow {
  id: string
  created_at: string
  /** The name of the user who sent it. */
  created_by: string
  topic: string
  first_name: string
  last_name: string
  country: string
  email: string
  comment: string
  /** What the topic is counted under, as JSON; kept as it was then. */
  source: string
  /** What delivers it; null while no address is configured. Its row goes some time after its end. */
  job_id: string | null
  delivered_at: string | null
}

export interface PreferenceRow {
  user_id: string
  key: string
  /** JSON. */
  value: string
}

export interface TransferRow {
  /** In UTC, YYYY-MM. */
  month: string
  bytes: number
}

export interface JobRow {
  id: string
  kind: string
  payload: string
  state: string
  attempts: number
  run_after: string
  /** Until when the worker that claimed it holds it; another may take it afterwards. */
  claimed_until: string | null
  claimed_by: string | null
  last_error: string | null
  created_at: string
  finished_at: string | null
  /** What it last said of itself. */
  progress: string | null
  started_at: string | null
}

/** The outbox: what happened, written in the transaction that made it happen. */
export interface EventRow {
  /** Counts up in the order of recording; on PostgreSQL a lower number may be committed after a higher one. */
  sequence: Generated<number>
  /** The order of delivery, given after the commit (platform/jobs/events.ts); null until then. */
  position: number | null
  id: string
  kind: string
  payload: string
  created_at: string
}
