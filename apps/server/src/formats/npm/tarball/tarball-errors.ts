import { badRequest } from '../../../platform/errors.ts'

export const damaged = (reason: string) =>
  badRequest(`The tarball is cut off or damaged: ${reason}. Pack and publish again.`)

export const notGzip = () =>
  badRequest('The file is not a tarball compressed with gzip. Make it with "npm pack" and publish that.')

export const refused = (reason: string) =>
  badRequest(`The tarball is refused: ${reason}. Make it with "npm pack" and publish that.`)
