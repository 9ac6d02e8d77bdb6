// How long to wait before trying again: doubling from five seconds to an hour, spread so that what failed together
// does not come back together.
const first = 5000
const longest = 60 * 60 * 1000

export function backoff(attempts: number, random: () => number = Math.random): number {
  const full = Math.min(longest, first * 2 ** (attempts - 1))
  return Math.round(full * (0.5 + random() / 2))
}
