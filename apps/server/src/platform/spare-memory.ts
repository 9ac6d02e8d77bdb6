// Gives back what is not used any more. V8 collects only while somebody allocates, and the C library keeps the holes
// between what is still in use: left alone, an idle process keeps what its start or its last busy minute took, 30 MB and more.
import { performance } from 'node:perf_hooks'

/** What decides: how busy the process was since the last look (0 to 1), what it holds, and held after the last time. */
interface Look {
  busy: number
  resident: number
  held: number
}

/** What a start leaves behind goes at once. */
const soon = 1_000
/** Collecting throws compiled code away, too: in the short pauses of a busy day it would make every read dearer. */
const later = 30_000
const quietBelow = 0.05
/** A collection takes a tenth of a second: only when there is something to gain. */
const worthwhile = 16 * 1024 * 1024
/** Holes cost a millisecond to give back, so they go while there is work, too: compiling what became hot leaves 20 MB of them. */
const holesEvery = 3_000
const holesWorthwhile = 4 * 1024 * 1024

/** Looks now and then, never keeps the process alive. */
export function spareMemory(): void {
  const trim = findTrim()
  if (trim) giveHolesBack(trim)
  if (globalThis.gc !== undefined) collectWhenQuiet(trim)
}

function giveHolesBack(trim: () => void): void {
  let held = 0
  const look = () => {
    if (process.memoryUsage.rss() < held + holesWorthwhile) return
    trim()
    held = process.memoryUsage.rss()
  }
  setInterval(look, holesEvery).unref()
}

function collectWhenQuiet(trim: (() => void) | undefined): void {
  let held = 0
  let before = performance.eventLoopUtilization()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization: busy } = performance.eventLoopUtilization(now, before)
    before = now
    if (isDue({ busy, resident: process.memoryUsage.rss(), held })) {
      giveBack(trim)
      held = process.memoryUsage.rss()
    }
    setTimeout(look, held === 0 ? soon : later).unref()
  }
  setTimeout(look, soon).unref()
}

/** The first quiet moment counts in any case, a later one after growth. */
export const isDue = ({ busy, resident, held }: Look): boolean =>
  busy <= quietBelow && resident >= held + worthwhile

const collectEvery = 2 * 1024 * 1024
let copied = 0

/**
 * To be told of pieces of a body that were copied elsewhere. V8 sees small objects only, which give it no reason to collect the new
 * ones; what they hold then counts against the whole heap, and everything is marked every dozen megabytes: half of the processor time
 * of an upload. Collecting the new objects takes half a millisecond.
 */
export function noteCopied(bytes: number): void {
  copied += bytes
  if (copied < collectEvery) return
  copied = 0
  globalThis.gc?.({ type: 'minor', execution: 'sync' })
}

function giveBack(trim: (() => void) | undefined): void {
  // This flavour also moves what is left together, so that whole pages become free.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  trim?.()
}

/** Only the GNU C library has it. */
function findTrim(): (() => void) | undefined {
  try {
    const { dlopen } = process.getBuiltinModule('node:ffi')
    const { functions } = dlopen('libc.so.6', { malloc_trim: { arguments: ['u64'], return: 'i32' } })
    return () => void functions.malloc_trim(0n)
  } catch {
    return undefined
  }
}
