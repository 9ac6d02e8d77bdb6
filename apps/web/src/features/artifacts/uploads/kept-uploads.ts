// Uploads in parts that were begun in this browser: choosing the same file for the same place again goes on with them, also
// after the page was closed. The server keeps parts for a day.
import { readerName } from '../../../lib/reader.ts'
import { browserStorage } from '../../../lib/storage.ts'
import { idOf, type Spot } from '../address.ts'

export interface KeptUpload {
  token: string
  partSize: number
}

type Kept = Record<string, KeptUpload & { at: number }>

const storageKey = 'bindery.uploads'
const day = 86_400_000

/** The same name, size and date of change is taken for the same file; the server checks the whole in the end. */
export const uploadKey = (spot: Spot, { name, size, lastModified }: File) =>
  [readerName(), idOf(spot), name, size, lastModified].join(' ')

export const findKept = (key: string): KeptUpload | undefined => read()[key]

export const keepUpload = (key: string, upload: KeptUpload) =>
  write({ ...read(), [key]: { ...upload, at: Date.now() } })

export function forgetUpload(key: string) {
  const { [key]: _gone, ...rest } = read()
  write(rest)
}

const write = (kept: Kept) => browserStorage.setItem(storageKey, JSON.stringify(kept))

function read(): Kept {
  try {
    const kept = JSON.parse(browserStorage.getItem(storageKey) ?? '{}') as Kept // only this file writes it
    return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => Date.now() - at < day))
  } catch {
    return {} // somebody else wrote there
  }
}
