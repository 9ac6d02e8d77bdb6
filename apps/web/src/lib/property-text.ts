// Properties as people type them: `qa=passed; team=a,b`.

/** Later pairs of the same key replace earlier ones. */
export function readProperties(text: string): Map<string, string[]> {
  const pairs = text
    .split(/[;\n]/)
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [key = '', ...value] = pair.split('=')
      const values = value.join('=').split(',')
      return [key.trim(), values.map((one) => one.trim())]
    }),
  )
}
