// The thread that moves pages from the write-ahead log into the database file, with its own connection: copying
// and syncing would stop every request if it ran on the main thread.

/** Self-contained, as startThread() wants it. Its data is the path of the database. */
export function runCheckpointThread(): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const sqlite = new DatabaseSync(String(workerData), { timeout: 0 })
  sqlite.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -256')
  const checkpoint = sqlite.prepare('PRAGMA wal_checkpoint(PASSIVE)')

  parentPort?.on('message', (message) => {
    if (message === 'close') {
      sqlite.close()
      parentPort.close()
      return
    }
    checkpoint.get()
    parentPort.postMessage('done')
  })
}
