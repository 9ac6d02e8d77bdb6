// Moments as clients of builds write them: `2024-01-31T10:20:30.123+0000`, with a colon in the offset, or with a Z.

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)$/

/** The moment in UTC with milliseconds; undefined when it is none. */
export function readMoment(text: string): string | undefined {
  const [, local, zone] = form.exec(text.trim().replace(' ', '+')) ?? []
  if (local === undefined || zone === undefined) return undefined
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const at = Date.parse(`${local}${offset}`)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** As the wire of builds has them. */
export const writeMoment = (iso: string): string => iso.replace(/Z$/, '+0000')
