// A file system of its own that is soon full, for the time of a test. Only root can make one; others skip what needs it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** '' when we may not make one. */
export function mountSmall(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-small-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return mountAt(folder, megabytes) ? folder : ''
}

/** In place of what the folder holds. */
export function mountAt(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true })
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
    execFileSync('mount', options, { stdio: 'ignore' })
  } catch {
    return false
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return true
}
