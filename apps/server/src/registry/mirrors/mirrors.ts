// What this process knows and does about mirrors.
export class Mirrors {
  /** The id that tells this installation from others; set before anything is served. */
  installation = ''
  readonly #closing = new AbortController()

  /** Ends every run: it goes on when the program does. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  close(): void {
    this.#closing.abort(new Error('The server is stopping.'))
  }
}
