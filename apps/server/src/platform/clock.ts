// Time is passed in, because tests need to move it.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
