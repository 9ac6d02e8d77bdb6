// Where the things of the ledger are on the server.
export const npmRegistry = '/artifactory/api/npm/npm-local'

export const uploads = '/artifactory/api/v1/uploads'

export const fileAddress = (path: string) => `/artifactory/generic-local/${path}`
export const packageAddress = (name: string) => `${npmRegistry}/${name}`
export const tarballAddress = (name: string, version: string) =>
  `${npmRegistry}/${name}/-/${name}-${version}.tgz`
export const tagAddress = (name: string, tag: string) => `${npmRegistry}/-/package/${name}/dist-tags/${tag}`
