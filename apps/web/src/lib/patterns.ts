/** What somebody typed or pasted: one pattern or name to a line, or several with commas between; each once. */
export const splitPatterns = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]
