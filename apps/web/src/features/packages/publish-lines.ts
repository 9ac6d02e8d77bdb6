// How a first package is published, by format. The address is the one that clients are pointed at.
export const publishLines: Record<string, (url: string) => string[]> = {
  npm: (url) => [`npm login --registry=${url}`, `npm publish --registry=${url}`],
  generic: (url) => [
    `curl --user admin --upload-file app-1.0.0.zip ${url.replace(/\/$/, '')}/app/1.0.0/app-1.0.0.zip`,
  ],
}
