// What goes wrong between us and an upstream, as refusals that say so. An outage is the upstream's: nobody asks it again
// for a while. Anything else concerns the one file.
import { AppError } from '../../platform/errors.ts'

export class UpstreamFailure extends AppError {
  readonly isOutage: boolean

  constructor(
    message: string,
    options: { isOutage?: boolean; code?: AppError['code']; cause?: unknown } = {},
  ) {
    super(options.code ?? 'bad-gateway', message, { cause: options.cause })
    this.isOutage = options.isOutage ?? false
  }
}

/** Bytes that are not what somebody said they would be: never kept, never taken for good. */
export const wrongBytes = (remote: { key: string }, path: string, why: string) =>
  new UpstreamFailure(
    `The upstream of ${remote.key} did not give a proper ${JSON.stringify(path)}: ${why} Nothing was stored.`,
  )
