// How long a new token shall live, as people choose it.
import { message } from '../lib/messages.ts'

const day = 86_400
export const usualLife = String(90 * day)

/** Values in seconds; 0 is never. */
export const lifeOptions = (): { value: string; label: string }[] => [
  ...[1, 7, 30, 90, 365].map((days) => ({
    value: String(days * day),
    label: message('shared.lifeDays', { count: days }),
  })),
  { value: '0', label: message('shared.lifeNever') },
]
