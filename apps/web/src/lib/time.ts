// Dates for people: relative in lists, exact where they matter. Always by Intl in the reader's locale.
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

/** `5 hours ago`, `yesterday`; a unit is used from two of it on, so that weeks do not hide days. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(iso)) / 1000)
  const unit = units.find(([name, size]) => seconds >= size * (name === 'day' || name === 'hour' ? 1 : 2))
  if (unit === undefined) return seconds < 60 ? relative.format(0, 'second') : relative.format(-1, 'minute')
  return relative.format(-Math.floor(seconds / unit[1]), unit[0])
}

/** `in 12 days`, `tomorrow`; what has passed is now. */
export function until(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((Date.parse(iso) - now) / 1000))
  const unit = units.find(([name, size]) => seconds >= size * (name === 'day' || name === 'hour' ? 1 : 2))
  if (unit === undefined) return relative.format(Math.round(seconds / 60), 'minute')
  return relative.format(Math.round(seconds / unit[1]), unit[0])
}

/** Whether it comes within so many milliseconds. */
export const isNear = (iso: string, within: number, now = Date.now()) => Date.parse(iso) - now < within

export const exactTime = (iso: string) => `${exact.format(new Date(iso))} UTC`

export const clockTime = (date: Date) => clock.format(date)

/** The date that many days before today, as `16 Oct`. */
export const dayBefore = (days: number, now = Date.now()) => day.format(new Date(now - days * 86_400_000))
