// What an upstream did not have when it was asked last, for a while. In memory and bounded: whoever asks for a million
// paths that do not exist fills nothing.
const most = 20_000

export class Misses {
  readonly #until = new Map<string, number>()

  add(key: string, now: Date, seconds: number): void {
    if (seconds <= 0) return
    this.#until.delete(key)
    if (this.#until.size >= most) this.#dropOldest()
    this.#until.set(key, now.getTime() + seconds * 1000)
  }

  has(key: string, now: Date): boolean {
    const until = this.#until.get(key)
    if (until === undefined) return false
    if (until > now.getTime()) return true
    this.#until.delete(key)
    return false
  }

  forgetAll(): void {
    this.#until.clear()
  }

  #dropOldest(): void {
    for (const key of this.#until.keys()) {
      this.#until.delete(key)
      return
    }
  }
}
