// Dates for people: relative in lists, exact where they matter, in the order that the installation chose.
import type { DateFormat } from '@bindery/contracts'

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const clock24 = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const
const written = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const digits = { month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const

/** Exact with the year and the time, and the day alone. */
const formats = {
  'day-month-year': formatsOf('en-GB', written),
  'month-day-year': formatsOf('en-US', written),
  'year-month-day': formatsOf('sv-SE', digits),
}

function formatsOf(locale: string, date: Intl.DateTimeFormatOptions) {
  return {
    exact: new Intl.DateTimeFormat(locale, { ...date, year: 'numeric', ...clock24 }),
    date: new Intl.DateTimeFormat(locale, { ...date, year: 'numeric' }),
    day: new Intl.DateTimeFormat(locale, date),
  }
}

let chosen = formats['day-month-year']

export function setDateFormat(format: DateFormat) {
  chosen = formats[format]
}

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

/** Whole days left until a date, which counts to its end; never less than none. */
export const daysUntil = (date: string, now = Date.now()) =>
  Math.max(0, Math.floor((Date.parse(`${date}T23:59:59Z`) - now) / 86_400_000))

/** Whether it comes within so many milliseconds. */
export const isNear = (iso: string, within: number, now = Date.now()) => Date.parse(iso) - now < within

export const exactTime = (iso: string) => `${chosen.exact.format(new Date(iso))} UTC`

/** A day without its time. */
export const exactDate = (iso: string) => chosen.date.format(new Date(iso))

export const clockTime = (date: Date) => clock.format(date)

/** The date that many days before today, as `16 Oct`. */
export const dayBefore = (days: number, now = Date.now()) =>
  chosen.day.format(new Date(now - days * 86_400_000))
