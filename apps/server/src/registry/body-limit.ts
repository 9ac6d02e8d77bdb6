// A body that announces more than is taken is refused before any of it is read.
import { tooLarge } from '../platform/errors.ts'
import type { WireRequest } from '../platform/http/wire.ts'

export function refuseAnnounced(request: WireRequest, limit: number): void {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit)
    throw tooLarge(
      `The content has ${announced} bytes; the limit here is ${limit} bytes. Ask an administrator to raise it.`,
    )
}
