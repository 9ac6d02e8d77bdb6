/** The keys in a file as the API takes them: `{"licenseKey": …}`, a list of such, or a list under `licenses`. */
export function keysIn(text: string): string | undefined {
  const keys = listOf(parse(text)).flatMap((entry) => {
    const key: unknown =
      typeof entry === 'object' && entry !== null && 'licenseKey' in entry ? entry.licenseKey : entry
    return typeof key === 'string' && key.trim() !== '' ? [key.trim()] : []
  })
  return keys.length === 0 ? undefined : keys.join('\n\n')
}

function listOf(value: unknown): unknown[] {
  if (typeof value === 'object' && value !== null && 'licenses' in value) return listOf(value.licenses)
  return Array.isArray(value) ? value : [value]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
