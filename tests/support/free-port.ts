import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** For programs that must be told theirs. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  // A listening TCP server has an address with a port, never a pipe's name.
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
