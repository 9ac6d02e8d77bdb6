/** `git+https://…/x.git` and plain addresses; undefined for anything that is not http. */
export function webAddress(text: string): URL | undefined {
  try {
    const url = new URL(text.replace(/^git\+/, '').replace(/\.git$/, ''))
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch {
    return undefined
  }
}
