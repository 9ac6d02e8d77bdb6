// The thread that runs one long query at a time on a connection of its own: SQLite answers in one go, and a search through
// millions of rows would stop every request if it ran on the main thread.

/** Self-contained, as startThread() wants it. */
export function runStreamThread(): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { file, flag } = workerData as { file: string; flag: SharedArrayBuffer }
  const isUnwanted = new Int32Array(flag)
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 1000 })
  // Large sorts go to files, not to memory.
  sqlite.exec('PRAGMA cache_size = -16384; PRAGMA temp_store = FILE')
  // Queries ask it now and then. A thread that is ended in the middle could leave SQLite's locks behind.
  sqlite.function('still_wanted', () => {
    if (Atomics.load(isUnwanted, 0) === 1) throw new Error('The query was stopped.')
    return 1
  })
  let rows: NodeJS.Iterator<unknown> | undefined

  const read = (size: number) => {
    const piece: unknown[] = []
    while (piece.length < size) {
      const { done, value } = rows?.next() ?? { done: true, value: undefined }
      if (done === true) break
      piece.push(value)
    }
    return piece
  }

  parentPort?.on('message', (message) => {
    try {
      if (message.kind === 'open') rows = sqlite.prepare(message.sql).iterate(...message.parameters)
      if (message.kind === 'close' || message.kind === 'end') {
        rows?.return?.()
        rows = undefined
      }
      if (message.kind === 'end') {
        sqlite.close()
        parentPort.close()
      }
      parentPort.postMessage({ rows: message.kind === 'read' ? read(message.size) : [] })
    } catch (error) {
      rows = undefined
      // A clone of an error would lose its codes.
      const { message: sentence, code, errcode } = error as Error & { code?: string; errcode?: number }
      parentPort.postMessage({ error: { message: sentence, code, errcode } })
    }
  })
}
