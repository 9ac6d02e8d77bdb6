// What the measures need to know of a server that speaks the npm protocol.
import type { Running } from '../process.ts'

export interface Peer extends Running {
  name: string
  registry: string
}

// `npm login` in its old form, which both servers know: answers a token for publishing.
export async function logIn(registry: string, user: string, password: string): Promise<string> {
  const response = await fetch(new URL(`-/user/org.couchdb.user:${user}`, registry), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ _id: `org.couchdb.user:${user}`, name: user, password, type: 'user', roles: [] }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`Signing in at ${registry} failed with ${response.status}: ${text}`)
  const { token } = JSON.parse(text)
  if (typeof token !== 'string') throw new Error(`Signing in at ${registry} gave no token: ${text}`)
  return token
}
