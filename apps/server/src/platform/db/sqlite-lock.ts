// One process per data folder. The lock is an exclusive transaction on an empty SQLite file beside the database:
// the kernel drops it when the process dies, however it dies, so it is never stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy, notReady } from './failures.ts'

export function takeLock(file: string): { release(): void } {
  const lock = new DatabaseSync(`${file}.lock`)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? notReady(takenMessage(file), error) : error
  }
  // Only for the sentence above: the lock itself cannot be read while it is held.
  writeFileSync(`${file}.pid`, String(process.pid))
  return { release: () => lock.close() }
}

function takenMessage(file: string): string {
  const holder = readHolder(file)
  const process = holder === undefined ? '' : ` (process ${holder})`
  return `Another Bindery is running on this data folder${process}. Stop it, or set BINDERY_HOME to another folder.`
}

function readHolder(file: string): string | undefined {
  try {
    const text = readFileSync(`${file}.pid`, 'utf8')
    return /^\d+$/.test(text) ? text : undefined
  } catch {
    return undefined
  }
}
