// Ant patterns of permissions: `?` is one character, `*` any within a folder, `**` any folders. Matched by walking path
// and pattern side by side: the time grows with their lengths, whatever somebody writes into either.

/** `path` without a slash at the end. */
export interface PathPattern {
  text: string
  matches(path: string): boolean
  /** Whether something at or below this folder can match. */
  reaches(folder: string): boolean
  /** Whether everything below this folder matches. */
  coversAll(folder: string): boolean
}

const known = new Map<string, PathPattern>()
const mostKnown = 5_000

/** The same text gives the same value: thousands of permissions are written with a few patterns. */
export function compilePattern(text: string): PathPattern {
  const before = known.get(text)
  if (before) return before
  if (known.size >= mostKnown) known.clear()
  const compiled = compile(text)
  known.set(text, compiled)
  return compiled
}

export const isEverything = (text: string): boolean => text === '**' || text === '**/*' || text === '**/**'

function compile(text: string): PathPattern {
  if (isEverything(text)) return { text, matches: () => true, reaches: () => true, coversAll: () => true }
  const trimmed = text.startsWith('/') ? text.slice(1) : text
  // `com/acme/` means what is in it.
  const segments = (trimmed.endsWith('/') ? `${trimmed}**` : trimmed).split('/').filter((one) => one !== '')
  const tests = segments.map(segmentTest)
  const end = tests.length
  return {
    text,
    matches: quickMatch(segments) ?? ((path) => matchSegments(tests, segmentsOf(path))),
    reaches: (folder) => walk(tests, folder).includes(1),
    coversAll: (folder) =>
      walk(tests, folder).some(
        (isReached, index) =>
          isReached === 1 &&
          segments[index] === '**' &&
          (index === end - 1 || (index === end - 2 && segments[index + 1] === '*')),
      ),
  }
}

/** Undefined stands for `**`. */
type SegmentTest = ((segment: string) => boolean) | undefined

function segmentTest(pattern: string): SegmentTest {
  if (pattern === '**') return undefined
  if (pattern === '*') return () => true
  if (!/[*?]/.test(pattern)) return (segment) => segment === pattern
  // Two stars inside a segment mean what one does.
  const wanted = pattern.replaceAll(/\*+/g, '*')
  return (segment) => matchesText(wanted, segment)
}

/** The forms that nearly everybody writes: `folder/**`, a folder anywhere, and a double star before `*.ext`. */
function quickMatch(segments: string[]): ((path: string) => boolean) | undefined {
  const isPlain = (text: string) => !/[*?]/.test(text)
  const last = segments.at(-1) ?? ''
  if (last === '**' && segments.slice(0, -1).every(isPlain)) {
    const folder = segments.slice(0, -1).join('/')
    return (path) => path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/')
  }
  const [first, middle = ''] = segments
  if (segments.length === 3 && first === '**' && last === '**' && isPlain(middle))
    return (path) => path.includes(middle) && `/${path}/`.includes(`/${middle}/`)
  if (segments.length === 2 && segments[0] === '**' && last.startsWith('*') && isPlain(last.slice(1))) {
    const ending = last.slice(1)
    return (path) => path.endsWith(ending)
  }
  return undefined
}

/** Only the last `**` ever needs to take more: what an earlier one could take, this one can. */
function matchSegments(tests: readonly SegmentTest[], segments: readonly string[]): boolean {
  let [at, from] = [0, 0]
  let [star, taken] = [-1, 0]
  while (from < segments.length) {
    const test = tests[at]
    if (at < tests.length && test === undefined) {
      star = at++
      taken = from
    } else if (test?.(segments[from] ?? '') === true) {
      at++
      from++
    } else if (star >= 0) {
      at = star + 1
      from = ++taken
    } else {
      return false
    }
  }
  while (at < tests.length && tests[at] === undefined) at++
  return at === tests.length
}

// The same path is held against one pattern after the other.
let lastPath = ''
let lastSegments: readonly string[] = []

function segmentsOf(path: string): readonly string[] {
  if (path === lastPath) return lastSegments
  lastPath = path
  lastSegments = path === '' ? [] : path.split('/')
  return lastSegments
}

/**
 * Which places of the pattern can be reached when the whole path was read: one mark for each, and one for its end.
 * Several are reached at once where `**` leaves a choice, so nothing is ever tried twice.
 */
function walk(tests: readonly SegmentTest[], path: string): Uint8Array {
  let reached = new Uint8Array(tests.length + 1)
  reached[0] = 1
  skipStars(tests, reached)
  for (const segment of segmentsOf(path)) {
    const next = new Uint8Array(tests.length + 1)
    for (const [index, test] of tests.entries()) {
      if (reached[index] !== 1) continue
      if (test === undefined) next[index] = 1
      else if (test(segment)) next[index + 1] = 1
    }
    skipStars(tests, next)
    reached = next
  }
  return reached
}

/** `**` may also stand for nothing. */
function skipStars(tests: readonly SegmentTest[], reached: Uint8Array): void {
  for (const [index, test] of tests.entries())
    if (test === undefined && reached[index] === 1) reached[index + 1] = 1
}

/** `*` is anything, `?` one character. Only the last star ever needs to take more: what an earlier one could take, this one can. */
export function matchesText(pattern: string, text: string): boolean {
  let [at, from] = [0, 0]
  let [star, taken] = [-1, 0]
  while (from < text.length) {
    const wanted = pattern[at]
    if (wanted === '*') {
      star = at++
      taken = from
    } else if (wanted === '?' || wanted === text[from]) {
      at++
      from++
    } else if (star >= 0) {
      at = star + 1
      from = ++taken
    } else {
      return false
    }
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
