/** What somebody typed or pasted: one pattern or name to a line, or several with commas between; each once. */
export const splitPatterns = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** Ant's patterns: `**` is any folders, `*` any part of a name, `?` one character; what ends in a slash is all below it. */
export function matchesPattern(pattern: string, path: string): boolean {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern
  const source = whole
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => wildcards[part] ?? part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&'))
    .join('')
  return new RegExp(`^${source}$`).test(path.trim().replace(/^\/+/, ''))
}

const wildcards: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }
