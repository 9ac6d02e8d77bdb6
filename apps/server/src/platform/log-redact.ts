// Keeps secrets out of the logs whatever is handed to them, and control characters from forging lines.
// Errs on the side of hiding: a harmless word lost after "token:" costs less than a password kept.

const hidden = '***'
const deepest = 6
const longestList = 100
const longestText = 8192

/** A copy that is safe to write: plain data, bounded, without secrets. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(cut(value))
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return '(function)'
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
  if (depth >= deepest) return '(deeper)'
  if (value instanceof Error) return describeError(value, depth)
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`
  if (Array.isArray(value)) return value.slice(0, longestList).map((item) => redactValue(item, depth + 1))
  return redactEntries(value, depth)
}

export function redactText(text: string): string {
  if (!mayHoldSecret.test(text)) return text
  return text
    .replaceAll(schemes, `$1 ${hidden}`)
    .replaceAll(userInfo, `//${hidden}@`)
    .replaceAll(assignments, (_, name: string, mark: string) => `${name}${mark}${hidden}`)
    .replaceAll(webTokens, hidden)
}

/** The target of a request as it may be written: the values of secret query parameters are hidden. */
export function redactTarget(target: string): string {
  const at = target.indexOf('?')
  if (at < 0) return redactPath(cut(target))
  const parts = cut(target.slice(at + 1)).split(/[&;]/)
  return `${redactPath(cut(target.slice(0, at)))}?${parts.map(redactParameter).join('&')}`
}

/** JSON escapes line breaks; this escapes what else a terminal or an editor would obey. */
export function escapeControls(text: string): string {
  return controls.test(text) ? text.replaceAll(allControls, codePoint) : text
}

function redactEntries(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value).slice(0, longestList)
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, isSecret(key, inner) ? hidden : redactValue(inner, depth + 1)]),
  )
}

/** Numbers and switches under such a name are settings and counts, not secrets. */
const isSecret = (key: string, value: unknown) =>
  secretName.test(key) && (typeof value === 'string' || (typeof value === 'object' && value !== null))

function describeError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause, ...rest } = error
  const described: Record<string, unknown> = {
    type: error.name || name,
    message: redactText(cut(error.message || message)),
  }
  if (stack) described['stack'] = redactText(cut(stack))
  Object.assign(described, redactEntries(rest, depth))
  if (cause !== undefined) described['cause'] = redactValue(cause, depth + 1)
  if (error instanceof AggregateError) described['errors'] = redactValue(error.errors, depth + 1)
  return described
}

function redactParameter(part: string): string {
  const at = part.indexOf('=')
  if (at < 0) return redactText(part)
  return isSecretParameter(part.slice(0, at)) ? `${part.slice(0, at)}=${hidden}` : redactText(part)
}

/** Names are compared decoded, as the reader of the request compares them: `%74oken` is `token`. */
function isSecretParameter(name: string): boolean {
  let decoded = name
  try {
    decoded = decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    // Not decodable, so nobody understands it as a parameter either; judge it as it stands.
  }
  return secretName.test(decoded) || secretParameter.test(decoded.trim())
}

/** Signing out with npm sends the token itself as the last part of the path. */
const redactPath = (path: string) =>
  pathMayHoldSecret.test(path) ? redactText(path).replaceAll(tokenSegment, `$1${hidden}`) : path

const cut = (text: string) => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

const codePoint = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const secretName =
  /pass(word|wd|phrase)?$|pass(word|wd|phrase)|token(?!_?(id|type|count|s$))|_auth|authorization|cookie|secret|credential|api[-_]?key|private[-_]?key|art-api|session_?id/i
const secretParameter =
  /^(key|auth|code|sig|signature|jwt|assertion|state|x-amz-(signature|credential|security-token))$/i
const schemes = /\b(Bearer|Basic|Negotiate|Digest|Token)\s+[^\s,;"'<>]{3,}/gi
const userInfo = /\/\/[^\s/?#"'<>]*@/g
/** Looked for from the beginning of each word only: from all its letters, a long one would cost the square of its length. */
const assignments =
  /(?<![\w-])((?:[\w-]*(?:password|passwd|passphrase|secret|_auth|api[-_]?key|private[-_]?key|authorization|cookie)|[\w-]*token))(["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&"'}]+)/gi
const webTokens =
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*|\b(?:bnd|npm|gh[pousr]|glpat|xox[abp])[_-][\w-]{16,}|\bAKCp8\w{16,}/g
/** One quick look first, because nearly all text is harmless. */
const mayHoldSecret =
  /pass|secret|token|auth|cookie|key|bearer|basic|negotiate|digest|\/\/[^\s/?#]*@|eyJ|bnd_|npm_|AKCp|gh[pousr]_|glpat|xox/i
/** For every request, so without the cost of ignoring case. */
const pathMayHoldSecret = /[Tt]oken\/|eyJ|bnd_|npm_|\/\/[^/]*@/
const tokenSegment = /(\/token\/)[^/?]+/gi
// C0, DEL, C1, line separators, and the marks that reorder or hide text.
const controlSet = '\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff'
const controls = new RegExp(`[${controlSet}]`)
const allControls = new RegExp(`[${controlSet}]`, 'g')
