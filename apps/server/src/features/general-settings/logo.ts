// The logo of the installation: uploaded, or copied from an address when that is saved, so that browsers ask nobody but us.
// SVG is refused: it can carry scripts.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { audit, type Doer } from '../../access/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { logos, type Image } from '../../platform/installation/logos.ts'
import type { Services } from '../feature.ts'

export const largestLogo = 512 * 1024

type After = (callback: () => void) => void

export async function uploadLogo(services: Services, by: Doer, bytes: Buffer): Promise<void> {
  const image = toImage(bytes)
  if (!image) throw badRequest(notAnImage, 'logo')
  await store(services, by, image)
}

export const removeLogo = (services: Services, by: Doer): Promise<void> => store(services, by, null)

/** The image behind an address, or null for no address. */
export async function copyLinkedLogo({ outbound }: Services, url: string): Promise<{ image: Image | null }> {
  if (url === '') return { image: null }
  const reply = await outbound
    .fetch(url, { limit: largestLogo, redirects: 'any', timeoutMs: 8_000 })
    .catch((error: unknown) => {
      const why = error instanceof AppError ? error.message : ''
      throw new AppError('bad-request', `The logo could not be fetched. ${why}`, {
        field: 'logoUrl',
        cause: error,
      })
    })
  const image = reply.status === 200 ? toImage(reply.bytes) : undefined
  if (!image) throw badRequest(`There is no such image at this address. ${notAnImage}`, 'logoUrl')
  return { image }
}

export const keepLinkedLogo = (
  { access }: Services,
  db: Db,
  after: After,
  copy: { image: Image | null },
): Promise<void> => access.live.set(db, after, logos.linked, copy)

export async function logoReply(
  { access }: Services,
  { headers }: IncomingMessage,
  which: keyof typeof logos,
): Promise<PlainReply> {
  const { image } = await access.live.get(logos[which])
  if (!image) throw new AppError('not-found', 'No logo was uploaded here.')
  const etag = `"${image.digest.slice(0, 32)}"`
  const common = { etag, 'cache-control': 'no-cache' }
  if (headers['if-none-match'] === etag) return new PlainReply({ status: 304, headers: common })
  return new PlainReply({
    status: 200,
    headers: { ...common, 'content-type': image.type },
    body: Buffer.from(image.bytes, 'base64'),
  })
}

async function store({ access }: Services, by: Doer, image: Image | null): Promise<void> {
  await transaction(access.database, async (db, after) => {
    await access.live.set(db, after, logos.uploaded, { image })
    const detail = image === null ? { removed: true } : { type: image.type, digest: image.digest }
    await audit(access, db, by, { kind: 'general-settings.logo-changed', detail })
  })
}

const notAnImage = 'Use a PNG, JPEG or WebP image of at most 512 kB.'

/** By its first bytes: what a client says about it is not believed. */
function toImage(bytes: Buffer): Image | undefined {
  const type = signatures.find(({ isSigned }) => isSigned(bytes))?.type
  if (type === undefined || bytes.length > largestLogo) return undefined
  return { type, digest: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.toString('base64') }
}

const signatures = [
  {
    type: 'image/png',
    isSigned: (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  },
  { type: 'image/jpeg', isSigned: (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  {
    type: 'image/webp',
    isSigned: (bytes: Buffer) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
      bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  },
]
