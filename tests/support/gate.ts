// A door between two servers: connections pass, wait, or are refused.
import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Gate {
  url: string
  /** `shut` ends what is open and refuses, `hold` keeps new connections waiting. */
  set(state: 'open' | 'hold' | 'shut'): void
  close(): Promise<void>
}

/** To whatever `target` says at the moment of connecting. */
export async function startGate(target: () => string): Promise<Gate> {
  let state: 'open' | 'hold' | 'shut' = 'open'
  const sockets = new Set<Socket>()
  let held: Socket[] = []
  const pass = (socket: Socket) => {
    const { hostname, port } = new URL(target())
    const onward = connect(Number(port), hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one
        .on('error', () => other.destroy())
        .on('close', () => other.destroy())
        .pipe(other)
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (state === 'shut') socket.destroy()
    else if (state === 'hold') held.push(socket)
    else pass(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    set(next) {
      // Connections that clients keep would get past a door that closes.
      if (next !== 'open') endAll()
      else for (const socket of held.splice(0)) pass(socket)
      state = next
    },
    async close() {
      endAll()
      held = []
      server.close()
      await once(server, 'close')
    },
  }
}
