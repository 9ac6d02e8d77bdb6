// A question to an upstream whose answer is a small JSON document for whoever asked: a search, an audit. Nothing is kept.
import { parseJson, readBody } from '../../platform/http/body.ts'
import { AppError } from '../../platform/errors.ts'
import type { Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { addressBelow, isRoundTrip, viaOf } from './address.ts'
import { askUpstream, type Answer } from './ask.ts'
import { UpstreamFailure } from './failure.ts'

export interface JsonQuestion {
  /** Below the address of the upstream, ready for a URL. */
  below: string
  /** Sent as JSON by POST, when there is one. */
  body?: unknown
}

const answerLimit = 32 * 1024 * 1024

/** Undefined when the upstream has no such thing; throws UpstreamFailure when it fails. */
export async function askForJson(
  request: RegistryRequest,
  remote: Repository,
  { below, body }: JsonQuestion,
): Promise<unknown> {
  if (isRoundTrip(request)) return undefined
  const answer = await askUpstream(request.registry, remote, {
    address: addressBelow(remote, below),
    headers: {
      ...viaOf(request),
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (answer.status === 200) return readJson(remote, answer)
  await answer.drop()
  if ([404, 405, 410, 501].includes(answer.status)) return undefined
  throw new UpstreamFailure(`The upstream of ${remote.key} answered ${answer.status} for ${below}.`, {
    code: 'not-found',
  })
}

async function readJson(remote: Repository, answer: Answer): Promise<unknown> {
  try {
    return parseJson((await readBody(answer.body, answerLimit)).toString('utf8'))
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof UpstreamFailure) throw error
    throw new UpstreamFailure(`The upstream of ${remote.key} gave no proper answer: ${error.message}`, {
      cause: error,
    })
  }
}
