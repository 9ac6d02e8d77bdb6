// The real nginx with a configuration of ours, on loopback.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Debian keeps it where only root's PATH leads.
const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path)) ?? 'nginx'

/** What `nginx -t` says about server blocks; throws with its words when it refuses them. */
export function checkNginx(servers: string): void {
  const folder = prepare(servers)
  try {
    execFileSync(program, [...args(folder), '-t'], { stdio: 'pipe' })
  } catch (error) {
    throw new Error(error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error), {
      cause: error,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function startNginx(servers: string, port: number): Promise<{ close(): Promise<void> }> {
  const folder = prepare(servers)
  const child = spawn(program, args(folder), { stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (let tries = 0; !(await isAnswering(port)); tries++) {
    if (tries > 2400 || child.exitCode !== null) throw new Error(`nginx did not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

const isAnswering = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

const args = (folder: string) => [
  '-p',
  folder,
  '-c',
  join(folder, 'nginx.conf'),
  '-e',
  join(folder, 'error.log'),
]

function prepare(servers: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-nginx-'))
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  // Started by root, the worker would be somebody who cannot enter a private folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${user} worker_processes 1; pid ${join(folder, 'nginx.pid')};
events { worker_connections 512; }
http { access_log off; ${places.join(' ')}
${servers}
}`,
  )
  return folder
}
