// Whether an address leads to this very installation: asked from the server's side, because a browser only knows its own.
import type { BaseUrlTest } from '@bindery/contracts'
import { generalSettings as contract } from '@bindery/contracts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'

export async function testBaseUrl(services: Services, url: string): Promise<BaseUrlTest> {
  const base = url.replace(/\/+$/, '')
  try {
    const reply = await services.outbound.fetch(`${base}${contract.whoAnswers.path}`, {
      timeoutMs: 5_000,
      limit: 10_000,
      redirects: 'none',
    })
    return judge(services, base, reply.status, reply.text)
  } catch (error) {
    // What went wrong is what the administrator asks for.
    if (error instanceof AppError) return { isReached: false, message: error.message }
    throw error
  }
}

function judge({ installation }: Services, base: string, status: number, body: string): BaseUrlTest {
  const no = (message: string) => ({ isReached: false, message })
  if (status !== 200)
    return no(`${base} answers with status ${status}. Is everything below it handed on to this server?`)
  if (body.includes(JSON.stringify(installation.id)))
    return { isReached: true, message: `This installation answers at ${base}.` }
  return no(`Something answers at ${base}, but it is not this installation.`)
}
