// Dates as clients write them, made what the rows hold: UTC with milliseconds.

const plain = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/

/** Undefined when it is no date. Without an offset, UTC is meant. */
export function readDate(text: string): string | undefined {
  if (/^\d{11,14}$/.test(text)) return new Date(Number(text)).toISOString()
  const [, day, time = '00:00', offset = 'Z'] = plain.exec(text.trim()) ?? []
  if (day === undefined) return undefined
  const zone = offset === 'Z' || offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`
  const at = new Date(`${day}T${time.replace(/(\.\d{3})\d+$/, '$1')}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const second = 1000
const day = 24 * 60 * 60 * second
const units: Record<string, number> = {
  ms: 1,
  millis: 1,
  milliseconds: 1,
  s: second,
  seconds: second,
  minutes: 60 * second,
  h: 60 * 60 * second,
  hours: 60 * 60 * second,
  d: day,
  days: day,
  w: 7 * day,
  weeks: 7 * day,
}

/** `3d`, `2w`, `6mo`, `1y`, `30minutes` before now; undefined when it is no such thing. */
export function readPeriod(text: string, now: Date): string | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})\s*([a-z]+)$/i.exec(text.trim()) ?? []
  if (count === '') return undefined
  const months = { mo: 1, months: 1, y: 12, years: 12 }[unit]
  const length = units[unit]
  const at = new Date(now)
  if (months !== undefined) at.setUTCMonth(at.getUTCMonth() - months * Number(count))
  else if (length === undefined) return undefined
  else at.setTime(at.getTime() - length * Number(count))
  // A year with a sign would not compare as text.
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 0 ? '0000-01-01T00:00:00.000Z' : at.toISOString()
}
