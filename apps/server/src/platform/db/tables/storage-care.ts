// The tables of the care of the storage.

export interface StorageCareTables {
  storage_runs: StorageRunRow
  blob_findings: BlobFindingRow
}

/** One run of garbage collection, of the check of stored bytes, of retention. */
export interface StorageRunRow {
  /** Sorts by time. */
  id: string
  kind: string
  started_at: string
  started_by: string
  /** Null while it runs. */
  finished_at: string | null
  failure: string | null
  /** What it has done so far, as JSON. */
  result: string
}

/** Bytes that are not what they should be. */
export interface BlobFindingRow {
  sha256: string
  /** `missing` or `damaged`. */
  problem: string
  size: number
  found_at: string
}
