// Content coding and entity tags as RFC 9110 wants them (12.5.3, 13.1.2), for whatever is kept in several codings.

export type Coding = 'br' | 'gzip' | 'identity'

/** The smallest coding that is there and that the client takes; identity when it refuses all others. */
export function acceptedCoding(header: string | undefined, isThere: (coding: Coding) => boolean): Coding {
  if (!header) return 'identity'
  const weights = readWeights(header)
  for (const coding of preferred) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0
    if (weight > 0 && isThere(coding)) return coding
  }
  return 'identity'
}

/** If-None-Match: weak comparison, a list, or `*`. */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  const strong = withoutWeakness(etag)
  return header.split(',').some((tag) => tag.trim() === '*' || withoutWeakness(tag.trim()) === strong)
}

const preferred: readonly Coding[] = ['br', 'gzip']

function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.split(',', 32)) {
    const [name = '', ...parameters] = item.split(';')
    const weight = parameters
      .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1])
      .find(Boolean)
    const coding = name.trim().toLowerCase()
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight === undefined ? 1 : Number(weight))
  }
  return weights
}

const withoutWeakness = (tag: string) => (tag.startsWith('W/') ? tag.slice(2) : tag)
