// Where a sign-in may lead: to a path of this site, and nowhere else, however the address is written.
const home = '/ui/'
const here = 'http://here.invalid'

export function pathOnThisSite(given: string): string {
  if (!isPlainPath(given) || !isPlainPath(decoded(given))) return home
  const url = URL.parse(given, here)
  if (url?.origin !== here) return home
  const path = `${url.pathname}${url.search}${url.hash}`
  return isPlainPath(path) ? path : home
}

// Browsers take a backslash for a slash, and leave out control characters.
const isPlainPath = (text: string) => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)

function decoded(text: string): string {
  const [path = ''] = text.split(/[?#]/)
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
