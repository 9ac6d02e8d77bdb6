// Certificates that the server shows to upstreams which ask for one; remote repositories name them by their alias.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api/system/security/certificates'

export const ClientCertificate = z.object({
  certificateAlias: z.string(),
  issuedTo: z.string(),
  issuedBy: z.string(),
  issuedOn: z.string(),
  validUntil: z.string(),
  fingerprint: z.string().describe('SHA-256'),
})
export type ClientCertificate = z.infer<typeof ClientCertificate>

const Alias = z.object({
  alias: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
      'Use up to 128 letters, digits, dots, dashes and underscores',
    ),
})

const list = (path: `/${string}`) =>
  endpoint(`GET ${path}`, 'List the client certificates, without their keys', {
    response: z.array(ClientCertificate),
  })

export const clientCertificates = {
  list: list(base),
  /** As Terraform asks. */
  listSlash: list(`${base}/`),
  save: endpoint(
    `POST ${base}/{alias}`,
    'Keep a client certificate: the body is a PEM text with the certificate and its private key',
    { params: Alias, status: 200 },
  ),
  remove: endpoint(`DELETE ${base}/{alias}`, 'Remove a client certificate that no repository uses', {
    params: Alias,
    status: 200,
  }),
}
