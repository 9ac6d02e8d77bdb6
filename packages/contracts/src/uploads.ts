// Large files in parts: begun with a token, sent part by part in any order, put together, then deployed by their digest.
// A part may be sent again, and what arrived stays when a connection or the server ends.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api/v1/uploads'

export const uploadStates = [
  'QUEUED',
  'PROCESSING',
  'FINISHED',
  'RETRYABLE_ERROR',
  'NON_RETRYABLE_ERROR',
  'ABORTED',
] as const

export const mostUploadParts = 10_000

const PartNumber = z.coerce
  .number({ error: 'A part has a number.' })
  .int()
  .min(1, 'Parts are counted from 1.')
  .max(mostUploadParts, `An upload has ${mostUploadParts} parts at most.`)

export const UploadStatus = z.object({
  status: z.enum(uploadStates),
  error: z.string().optional(),
  progress: z.number().describe('In percent'),
  checksumToken: z
    .string()
    .optional()
    .describe('When it is finished: allows the deploy by digest, as X-Checksum-Deploy-Token'),
  sha256: z.string().optional(),
  parts: z
    .array(z.object({ number: z.number(), size: z.number() }))
    .describe('What arrived, so that an upload can go on'),
})

export const uploads = {
  config: endpoint(`GET ${base}/config`, 'Whether files can be uploaded in parts', {
    response: z.object({ supported: z.boolean() }),
  }),
  create: endpoint(`POST ${base}/create`, 'Begin an upload in parts', {
    query: z.object({
      repoKey: z.string({ error: 'Name the repository.' }).max(64),
      repoPath: z.string({ error: 'Name the path.' }).max(10_000),
      partSizeMB: z.coerce.number().int().min(1).max(5120).default(20),
    }),
    response: z.object({ token: z.string() }),
  }),
  urlPart: endpoint(`POST ${base}/urlPart`, 'Where to send a part; the upload’s token is the bearer', {
    query: z.object({ partNumber: PartNumber }),
    response: z.object({ url: z.string() }),
  }),
  part: endpoint(`PUT ${base}/parts/{ticket}/{number}`, 'The bytes of a part', {
    status: 200,
    params: z.object({ ticket: z.string().max(100), number: PartNumber }),
  }),
  complete: endpoint(`POST ${base}/complete`, 'Put the parts together', {
    status: 202,
    query: z.object({
      sha1: z
        .string()
        .regex(/^[0-9a-fA-F]{40}$/, 'A SHA-1 has 40 hexadecimal digits.')
        .optional(),
    }),
  }),
  status: endpoint(`POST ${base}/status`, 'How far it is', { response: UploadStatus }),
  abort: endpoint(`POST ${base}/abort`, 'Give it up', {}),
}
