// nginx with one worker, serving the documents of a folder as plain files.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startProgram } from '../process.ts'
import type { Peer } from './peer.ts'

export async function startNginx(
  folder: string,
  files: Record<string, Uint8Array>,
  locations = '',
): Promise<Peer> {
  const root = join(folder, 'files')
  await mkdir(root, { recursive: true, mode: 0o755 })
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content)
  await writeFile(join(root, 'ready'), 'ready\n')
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  await writeFile(config, configuration(folder, root, port, locations))
  const registry = `http://127.0.0.1:${port}/`
  const running = await startProgram({
    name: 'nginx',
    command: 'nginx',
    args: ['-p', folder, '-c', config, '-e', join(folder, 'error.log')],
    readyUrl: `${registry}ready`,
  })
  return { name: 'nginx', registry, ...running }
}

// `user` is ignored with a warning unless started by root, where the worker could not read a private folder.
function configuration(folder: string, root: string, port: number, locations: string): string {
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `
daemon off;
${user}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 60s;
  keepalive_requests 1000000000;
  types { application/json json; application/octet-stream tgz; }
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${root};${locations}
  }
}
`
}
