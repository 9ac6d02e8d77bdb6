// How a first package is published, by format; formats whose files make no packages are left out.
// The address is the one that clients are pointed at.
export const publishLines: Record<string, (url: string) => string[]> = {
  npm: (url) => [`npm login --registry=${url}`, `npm publish --registry=${url}`],
}
