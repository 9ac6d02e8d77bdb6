import { clientCertificates } from '@bindery/contracts'
import { readText } from '../../platform/http/body.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import {
  type KnownCertificate,
  listCertificates,
  removeCertificate,
  saveCertificate,
} from '../../registry/remote/client-certificates.ts'
import { type HandlerOf, implement } from '../feature.ts'

const largestPem = 64 * 1024

const list: HandlerOf<typeof clientCertificates, 'list'> = {
  allow: 'administer',
  handle: async (_call, { access }) => (await listCertificates(access)).map(toWire),
}

export const endpoints = implement(clientCertificates, {
  list,
  listSlash: list,
  save: {
    allow: 'administer',
    handle: async (call, { access }) => {
      const { alias } = call.params
      await saveCertificate(access, call, alias, await readText(call.raw, largestPem))
      return new PlainReply(text(200, `The certificate ${alias} was added.\n`))
    },
  },
  remove: {
    allow: 'administer',
    handle: async (call, { registry }) => {
      await removeCertificate(registry, call, call.params.alias)
      return new PlainReply(text(200, `The certificate ${call.params.alias} was removed.\n`))
    },
  },
})

const toWire = ({ alias, certificate }: KnownCertificate) => ({
  certificateAlias: alias,
  issuedTo: commonName(certificate.subject),
  issuedBy: commonName(certificate.issuer),
  issuedOn: certificate.validFromDate.toISOString(),
  validUntil: certificate.validToDate.toISOString(),
  fingerprint: certificate.fingerprint256,
})

/** Node writes one part of a name to a line. */
const commonName = (name: string) => /^CN=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')
