// Access tokens as signed texts that the clients of the platform can read. What they say is checked against the row of
// the token, so that nothing in them is believed for longer than the row exists.
import { lazily } from '../../platform/lazily.ts'
import type { Access } from '../access.ts'
import { accessServiceId, algorithm, currentSigningKey, verificationKey } from './signing-keys.ts'
import { looksSigned } from './token-secrets.ts'

const jose = lazily<typeof import('jose')>('jose')

interface TokenClaims {
  id: string
  subject: string
  scope: string
  audience: string
  issuedAt: Date
  expiresAt: Date | null
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

export async function signToken(
  access: Access,
  claims: TokenClaims,
): Promise<{ token: string; keyId: string }> {
  const { id: kid, key } = await currentSigningKey(access)
  const issuer = await accessServiceId(access)
  const payload = {
    sub: `${issuer}/users/${claims.subject}`,
    scp: claims.scope,
    aud: audiences(claims.audience),
    iss: issuer,
    ...(claims.expiresAt && { exp: seconds(claims.expiresAt) }),
    iat: seconds(claims.issuedAt),
    jti: claims.id,
  }
  const token = await new (jose().CompactSign)(Buffer.from(plainAscii(JSON.stringify(payload))))
    .setProtectedHeader({ ver: '2', typ: 'JWT', alg: algorithm, kid })
    .sign(key)
  return { token, keyId: kid }
}

/** The id of the token when we signed it and its time is not over by its own word; else undefined. */
export async function verifySigned(access: Access, token: string): Promise<string | undefined> {
  if (!looksSigned(token)) return undefined
  try {
    const { kid } = jose().decodeProtectedHeader(token)
    const key = typeof kid === 'string' && idPattern.test(kid) && (await verificationKey(access, kid))
    if (!key) return undefined
    const { payload } = await jose().jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer: await accessServiceId(access),
      requiredClaims: ['sub', 'scp', 'aud', 'iat', 'jti'],
      // Whether it has expired is said by the row, with a sentence of its own.
      currentDate: new Date(0),
    })
    return typeof payload.jti === 'string' && idPattern.test(payload.jti) ? payload.jti : undefined
  } catch (error) {
    if (error instanceof jose().errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

/** Several are given separated by blanks. */
const audiences = (text: string): string | string[] => {
  const list = text.split(/\s+/).filter((one) => one !== '')
  return list.length === 1 ? (list[0] ?? '') : list
}

/**
 * Clients decode the payload with the plain base64 alphabet. The two characters in which the alphabets differ come from `>`,
 * `?`, `~` and what is not ASCII, and JSON can write all of these as escapes.
 */
const plainAscii = (json: string) =>
  json.replaceAll(/[>?~\u007f-\uffff]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
