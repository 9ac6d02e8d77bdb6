// Repositories made through the API, in one line.
import type { TestApp } from './app.ts'

export async function makeRepository(
  app: TestApp,
  key: string,
  rclass: 'local' | 'remote' | 'virtual' | 'federated',
  config: { packageType?: string } & Record<string, unknown> = {},
): Promise<string> {
  const body = { rclass, packageType: 'generic', ...config }
  const address = `/artifactory/api/repositories/${key}`
  await app.makeRoom(address)
  const reply = await app.fetch(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`Making ${key} was answered ${reply.status}: ${await reply.text()}`)
  return key
}

export async function changeRepository(
  app: TestApp,
  key: string,
  config: Record<string, unknown>,
): Promise<void> {
  const reply = await app.fetch(`/artifactory/api/repositories/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(config),
  })
  if (!reply.ok) throw new Error(`Changing ${key} was answered ${reply.status}: ${await reply.text()}`)
}
