// What was read or made before, kept in memory within a budget of bytes. It cannot lie: entries of a key vanish right
// after the commit that changes it, and what was being made meanwhile is not kept. With a shared database,
// where others commit too, nothing is kept without a revision to compare.
interface Entry<T> {
  value: T
  bytes: number
  revision: number
  isUsed: boolean
}

export class Memory<T> {
  private readonly entries = new Map<string, Entry<T>>()
  /** How often each subject was forgotten while something was being made. */
  private readonly generations = new Map<string, number>()
  /** The keys of each subject, so that all its variants can be dropped. */
  private readonly subjects = new Map<string, Set<string>>()
  private readonly making = new Map<string, Promise<T>>()
  private generation = 0
  private bytes = 0
  private readonly budget: number
  private readonly sizeOf: (value: T) => number

  constructor(budget: number, sizeOf: (value: T) => number) {
    this.budget = budget
    this.sizeOf = sizeOf
  }

  /** A kept value; with a shared database only when it has the given revision. */
  peek(subject: string, variant: string, revision = 0): T | undefined {
    const entry = this.entries.get(`${subject}\n${variant}`)
    if (!entry || entry.revision !== revision) return undefined
    entry.isUsed = true
    return entry.value
  }

  /** Makes the value once, however many ask at the same time, and keeps it unless its subject changed meanwhile. */
  make(subject: string, variant: string, revision: number, make: () => Promise<T>): Promise<T> {
    const key = `${subject}\n${variant}`
    const flight = `${key}\n${revision}\n${this.generationOf(subject)}`
    const running = this.making.get(flight)
    if (running) return running
    const before = this.generationOf(subject)
    const promise = make()
      .then((value) => {
        if (this.generationOf(subject) === before) this.keep(key, value, revision)
        return value
      })
      .finally(() => this.end(flight))
    this.making.set(flight, promise)
    return promise
  }

  /** Call right after the commit that changed the subject. */
  forget(subject: string): void {
    // Only what is being made has to learn of it.
    if (this.making.size > 0) this.generations.set(subject, (this.generations.get(subject) ?? 0) + 1)
    for (const key of [...(this.subjects.get(subject) ?? [])]) this.drop(key)
  }

  forgetAll(): void {
    this.generation++
    this.generations.clear()
    this.entries.clear()
    this.subjects.clear()
    this.bytes = 0
  }

  private end(flight: string): void {
    this.making.delete(flight)
    if (this.making.size === 0) this.generations.clear()
  }

  private generationOf(subject: string): string {
    return `${this.generation}.${this.generations.get(subject) ?? 0}`
  }

  private keep(key: string, value: T, revision: number): void {
    if (value === undefined) return
    const bytes = this.sizeOf(value) + 200
    if (bytes > this.budget / 2) return
    this.drop(key)
    this.entries.set(key, { value, bytes, revision, isUsed: false })
    this.bytes += bytes
    const subject = subjectOf(key)
    this.subjects.set(subject, (this.subjects.get(subject) ?? new Set()).add(key))
    this.makeRoom()
  }

  /** Oldest first; what was used since it came last to the front gets one more round. */
  private makeRoom(): void {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= this.budget) break
      if (entry.isUsed) {
        entry.isUsed = false
        this.entries.delete(key)
        this.entries.set(key, entry)
      } else {
        this.drop(key)
      }
    }
  }

  private drop(key: string): void {
    const entry = this.entries.get(key)
    if (!entry) return
    this.entries.delete(key)
    this.bytes -= entry.bytes
    const keys = this.subjects.get(subjectOf(key))
    keys?.delete(key)
    if (keys?.size === 0) this.subjects.delete(subjectOf(key))
  }
}

const subjectOf = (key: string) => key.slice(0, key.indexOf('\n'))
