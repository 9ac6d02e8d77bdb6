import { apiKeys } from '@bindery/contracts'
import { userApiKey } from '../../lib/api-key.ts'
import { call } from '../../lib/call.ts'

/** Fetches the key of the person who just proved who they are. That it fails is only noted. */
export async function loadApiKey(username: string, password: string): Promise<void> {
  try {
    const headers = { 'X-JFrog-Reauthentication': basic(username, password) }
    const { apiKey } = await call(apiKeys.show, { query: { username } }, undefined, headers)
    userApiKey.set(apiKey ?? undefined)
  } catch (error) {
    console.info('The API key could not be read; going on without it.', error)
  }
}

function basic(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
