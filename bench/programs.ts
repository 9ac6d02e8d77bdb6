// Programs from Debian that the comparison needs: installed when we may, named when we may not.
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

// Administrators' programs are often missing from a person's PATH.
process.env['PATH'] = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin:/sbin`

const debianPackages = { nginx: 'nginx-light', wrk: 'wrk' }

export function ensurePrograms(): void {
  const missing = Object.entries(debianPackages).filter(([program]) => !isInstalled(program))
  if (missing.length === 0) return
  const packages = missing.map(([, name]) => name)
  const command = `apt-get install --no-install-recommends ${packages.join(' ')}`
  if (process.getuid?.() !== 0) {
    throw new Error(
      `Missing programs: ${packages.join(', ')}. Run "sudo ${command}", then start the bench again.`,
    )
  }
  console.error(`Installing ${packages.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (args: string[]) =>
    execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  run(['update', '--quiet'])
  run(['install', '--quiet', '--yes', '--no-install-recommends', ...packages])
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => isExecutable(join(folder, program)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
