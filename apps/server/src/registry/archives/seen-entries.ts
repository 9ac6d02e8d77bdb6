// What archives hold that a format has walked over anyway, until their entries are indexed: opening each a second time would
// cost as much as publishing it. By digest, so it cannot be out of date; what is forgotten is read from the archive.
const mostPaths = 50_000

export class SeenEntries {
  readonly #paths = new Map<string, readonly string[]>()
  #count = 0

  put(sha256: string, paths: readonly string[]): void {
    this.take(sha256)
    this.#paths.set(sha256, paths)
    this.#count += paths.length
    for (const oldest of this.#paths.keys()) {
      if (this.#count <= mostPaths) break
      this.take(oldest)
    }
  }

  /** Once: whoever asks keeps them elsewhere. */
  take(sha256: string): readonly string[] | undefined {
    const paths = this.#paths.get(sha256)
    if (paths === undefined) return undefined
    this.#paths.delete(sha256)
    this.#count -= paths.length
    return paths
  }
}
