// Makes the configuration of a federated repository the same at its members. Who a repository is mirrored with, through which proxy,
// and the keys it signs with are each member's own.
import { Readable } from 'node:stream'
import { AppError } from '../../platform/errors.ts'
import { keyPairMembers } from '../config/check.ts'
import type { Registry } from '../registry.ts'
import type { Mirror } from './mirror.ts'
import { addressesOf, askTarget, TargetRefusal, type Target } from './target.ts'

const own = new Set<string>(['members', 'proxy', 'disableProxy', 'password', ...keyPairMembers])

/** Throws when one of them does not take it; the others have it then. */
export async function sendConfig(registry: Registry, members: readonly Mirror[]): Promise<void> {
  const failures: string[] = []
  for (const mirror of members) {
    const signal = registry.mirrors.closing
    const target = { registry, mirror, signal, authorization: mirror.authorization() }
    await sendTo(target).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      failures.push(error.message)
    })
  }
  if (failures.length > 0) throw new AppError('bad-gateway', failures.join(' '))
}

async function sendTo(target: Target): Promise<void> {
  const { key, format, description, config } = target.mirror.repository
  const shared = Object.fromEntries(Object.entries(config).filter(([name]) => !own.has(name)))
  const { file } = addressesOf(target, '')
  const [base, theirKey] = [file.replace(/\/[^/]+\/$/, ''), file.split('/').at(-2) ?? key]
  const address = `${base}/api/repositories/${theirKey}`
  const send = (method: 'POST' | 'PUT', body: object) =>
    askTarget(target, address, {
      method,
      headers: { 'content-type': 'application/json' },
      body: Readable.from([Buffer.from(JSON.stringify(body))]),
    })
  const changed = await send('POST', { ...shared, description }).catch((error: unknown) => {
    if (error instanceof TargetRefusal) return undefined
    throw error
  })
  if (changed && changed.status !== 404) return
  // Not there yet, or refused: then this is refused with the better reason.
  await send('PUT', { ...shared, description, rclass: 'federated', packageType: format })
}
