// Takes a port, and waits until it is ours.
import { once } from 'node:events'
import type { Server } from 'node:net'

export async function bind(server: Server, host: string, port: number): Promise<void> {
  try {
    await listenOn(server, host, port)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    // A machine without IPv6: take every IPv4 address instead.
    if (host !== '::' || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL')) throw error
    await listenOn(server, '0.0.0.0', port)
  }
}

async function listenOn(server: Server, host: string, port: number): Promise<void> {
  server.listen({ host, port, backlog: 1024 })
  // Rejects when the server emits an error instead.
  await once(server, 'listening')
}
