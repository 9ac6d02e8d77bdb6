// The thread that moves pages from the write-ahead log into the database file, with its own connection: copying
// and syncing there would stop every request if it ran on the main thread.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointResult } from './checkpoint.ts'

// Given by checkpoint.ts, which is the only one to start this file.
const sqlite = new DatabaseSync(workerData as string, { timeout: 0 })
sqlite.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -256')
const checkpoint = sqlite.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', (message) => {
  if (message === 'close') {
    sqlite.close()
    parentPort?.close()
    return
  }
  const row = checkpoint.get()
  const result: CheckpointResult = { frames: Number(row?.['log']), moved: Number(row?.['checkpointed']) }
  parentPort?.postMessage(result)
})
