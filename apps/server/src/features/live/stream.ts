// The wire of server-sent events. Refuses to collect for a reader who does not read: such a stream is cut.
import { Readable } from 'node:stream'
import type { LiveEvent } from '@bindery/contracts'

const mostWaiting = 256 * 1024

export class EventStream extends Readable {
  constructor() {
    super({ highWaterMark: 16 * 1024 })
  }

  override _read(): void {
    // Everything is pushed as it happens.
  }

  send(text: string): void {
    if (this.destroyed || this.readableEnded || text === '') return
    if (!this.push(text) && this.readableLength > mostWaiting) this.destroy()
  }

  /** The reader gets what was sent so far, then the end. */
  end(): void {
    if (!this.destroyed) this.push(null)
  }
}

/** How long a browser waits before it connects again, in milliseconds; it adds a part of its own. */
export const greeting = 'retry: 2000\n\n'

export const messageOf = (event: LiveEvent, position?: number) =>
  `${position === undefined ? '' : `id: ${position}\n`}data: ${JSON.stringify(event)}\n\n`

/** Shows that the stream lives, and moves the place to resume at past what was not for this reader. */
export const beatOf = (position: number) => `id: ${position}\nevent: beat\ndata: {}\n\n`
