// A real issuer of build tokens on loopback: it publishes its document and keys, and signs what it is asked to.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface TestIssuer {
  url: string
  /** How often its keys were fetched. */
  fetches: { keys: number }
  /** Replaces what it answers at a path. */
  answers: Map<string, Answer>
  sign(claims: JWTPayload, options?: { kid?: string; expiresIn?: string; issuer?: string }): Promise<string>
  /** From now on it signs with another key, and publishes that one. */
  changeKey(): Promise<void>
  close(): Promise<void>
}

export async function startIssuer(audience: string): Promise<TestIssuer> {
  const fetches = { keys: 0 }
  const answers = new Map<string, Answer>()
  let pair = await newPair('key-1')
  const server: Server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer) return answer(request, response)
    if (request.url === '/.well-known/openid-configuration')
      return send(response, { issuer: url, jwks_uri: `${url}/keys` })
    if (request.url !== '/keys') return send(response, {}, 404)
    fetches.keys += 1
    return send(response, { keys: [pair.jwk] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server on a port has an address of this form.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    fetches,
    answers,
    sign: (claims, { kid = pair.kid, expiresIn = '5m', issuer = url } = {}) =>
      new SignJWT({ sub: 'repo:acme/web:ref:refs/heads/main', aud: audience, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(issuer)
        .setIssuedAt()
        .setExpirationTime(expiresIn)
        .sign(pair.privateKey),
    async changeKey() {
      pair = await newPair(`key-${Math.random()}`)
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

async function newPair(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify(body))
}
