// What bytes are, by the bytes themselves.

const magic: [type: string, test: (head: Buffer) => boolean][] = [
  ['image/png', startsWith('89504e470d0a1a0a')],
  ['image/jpeg', startsWith('ffd8ff')],
  ['image/gif', startsWith('47494638')],
  [
    'image/webp',
    (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  ],
  ['image/avif', (head) => head.toString('latin1', 4, 12) === 'ftypavif'],
  ['image/x-icon', startsWith('00000100')],
  ['image/svg+xml', isSvg],
]

/** The types that browsers draw, and nothing else. */
export const imageTypeOf = (head: Buffer): string | undefined => magic.find(([, test]) => test(head))?.[0]

/** UTF-8 without the characters that no text has. A cut may have split the last character. */
export function isText(head: Buffer, isCut: boolean): boolean {
  // oxlint-disable-next-line no-control-regex -- control bytes are what is looked for
  const text = readText(isCut ? head.subarray(0, Math.max(0, head.length - 4)) : head)
  // oxlint-disable-next-line no-control-regex -- control bytes are what is looked for
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/.test(text)
}

export const readText = (head: Buffer): string => new TextDecoder('utf-8').decode(head)

/** As `hexdump -C` prints them. */
export function hexLines(bytes: Buffer): string {
  const lines: string[] = []
  for (let start = 0; start < bytes.length; start += 16) {
    const part = bytes.subarray(start, start + 16)
    const hex = [...part].map((byte) => byte.toString(16).padStart(2, '0'))
    const left = hex.slice(0, 8).join(' ').padEnd(23)
    const right = hex.slice(8).join(' ').padEnd(23)
    const letters = part.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.')
    lines.push(`${start.toString(16).padStart(8, '0')}  ${left}  ${right}  |${letters}|`)
  }
  return lines.join('\n')
}

function startsWith(hex: string): (head: Buffer) => boolean {
  const bytes = Buffer.from(hex, 'hex')
  return (head) => head.subarray(0, bytes.length).equals(bytes)
}

/** A document whose first element is `svg`. */
function isSvg(head: Buffer): boolean {
  const start = head
    .toString('utf8', 0, 2048)
    .replace(/^\ufeff/, '')
    .trimStart()
  const rest = withoutComments(start.replace(/^<\?xml[^>]*\?>/i, ''))
  return /^(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(rest)
}

/** One after the other: a pattern for several of them tries every way to divide them. */
function withoutComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end < 0) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}
