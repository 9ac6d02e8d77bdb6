// The tables that only searches and statistics read.
import type { Generated } from 'kysely'

export interface SearchTables {
  node_stats: NodeStatRow
  indexed_archives: IndexedArchiveRow
  archive_entries: ArchiveEntryRow
  names: NameRow
  new_names: NameRow
}

/** Missing until the file is downloaded for the first time. */
export interface NodeStatRow {
  node_id: string
  downloads: number
  downloaded_at: string
  downloaded_by: string
}

/** An archive whose entries were read; one that is none, or is broken, has no entries. */
export interface IndexedArchiveRow {
  sha256: string
  entries: number
  indexed_at: string
}

/** A name that some file or folder has, once however many have it; new ones wait to be among them. */
export interface NameRow {
  sequence: Generated<number>
  name: string
}

export interface ArchiveEntryRow {
  /** Of the archive's bytes: every file with the same content has the same entries. */
  sha256: string
  /** The folder inside the archive, `.` for its root. */
  path: string
  name: string
}
