/** Sends a request as somebody; the path is relative to the server. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>

export interface Published {
  /** Already read: `publish` throws when it is not a success. */
  response: Response
  bytes: Buffer
  /** Inside its repository. */
  path: string
}
