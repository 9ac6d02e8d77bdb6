// Many clients at once that begin a request and go on as a test says.
import { connect, type Socket } from 'node:net'

export interface Held {
  socket: Socket
  isClosed(): boolean
}

/** Opens connections and writes the beginning of a request to each. What comes back is read and dropped. */
export function openSockets(
  url: string,
  count: number,
  text: string | ((index: number) => string),
): Promise<Held[]> {
  const { hostname, port } = new URL(url)
  const open = (index: number) =>
    new Promise<Held>((resolve) => {
      let isClosed = false
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.on('close', () => (isClosed = true))
      socket.on('data', () => {})
      socket.write(typeof text === 'string' ? text : text(index), () =>
        resolve({ socket, isClosed: () => isClosed }),
      )
    })
  return Promise.all(Array.from({ length: count }, (_, index) => open(index)))
}
