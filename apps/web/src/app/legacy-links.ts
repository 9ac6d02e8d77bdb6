// Links of older products carry their page behind a hash. They are rewritten before the router sees them.

/** The page that a hash of that kind means; undefined for an ordinary one, such as a heading of a page. */
export function pathOfHash(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined
  const [path = '', query = ''] = hash.slice(1).split('?')
  if (/^\/builds(\/|$)/.test(path)) return `${path}?${joined(query, 'jenkinsRedirect=true')}`
  const inBrowser = path.replace(/^\/artifacts\/browse\//, '/').replace(/^\/+/, '')
  const rest = inBrowser === '' ? '/repos' : `/repos/${inBrowser}`
  return query === '' ? rest : `${rest}?${query}`
}

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join('&')

/** Also for a link that is opened while the application runs. */
export function followLegacyLinks(base: string, go: (path: string) => void) {
  const path = pathOfHash(location.hash)
  if (path !== undefined) history.replaceState(null, '', base + path)
  addEventListener('hashchange', () => {
    const next = pathOfHash(location.hash)
    if (next !== undefined) go(next)
  })
}
