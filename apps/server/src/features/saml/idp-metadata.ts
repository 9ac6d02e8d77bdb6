// What the metadata document of a provider says, for the form of its settings. Nothing of it is stored here.
import { badRequest } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { describeCertificate, toPem } from './certificates.ts'
import { attributeOf, children, isElement, ns, parseDocument, textOf, walk, type XmlElement } from './xml.ts'

const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const

export async function readIdpMetadata(
  services: Services,
  given: { url?: string | undefined; xml?: string | undefined },
) {
  const xml = given.xml ?? (await fetchMetadata(services, given.url))
  const root = parseDocument(xml)
  const found = [...walk(root)].filter((element) => isElement(element, ns.metadata, 'IDPSSODescriptor'))
  const [descriptor] = found
  if (!descriptor || found.length > 1)
    throw badRequest(
      found.length > 1
        ? 'The document describes several identity providers. Cut out the one that you mean.'
        : 'The document describes no SAML identity provider.',
    )
  const entity = descriptor.parentNode as XmlElement
  const certificates = signingCertificates(descriptor)
  const requestBinding =
    locationOf(descriptor, 'SingleSignOnService', 'redirect') === '' ? 'post' : 'redirect'
  return {
    idpEntityId: attributeOf(entity, 'entityID') ?? '',
    loginUrl: locationOf(descriptor, 'SingleSignOnService', requestBinding),
    logoutUrl: locationOf(descriptor, 'SingleLogoutService', 'redirect'),
    certificates,
    certificateFacts: certificates.map((pem) => describeCertificate(pem, services.clock.now())),
    requestBinding,
    signRequests: attributeOf(descriptor, 'WantAuthnRequestsSigned') === 'true',
  } as const
}

async function fetchMetadata({ outbound }: Services, url: string | undefined): Promise<string> {
  if (url === undefined) throw badRequest('Paste the metadata, or give its address.')
  const reply = await outbound.fetch(url, {
    headers: { accept: 'application/samlmetadata+xml, application/xml' },
  })
  if (reply.status !== 200)
    throw badRequest(`The address answered ${reply.status} in place of the metadata.`, 'url')
  return reply.text
}

/** Those for signing, and those that do not say what for. */
function signingCertificates(descriptor: XmlElement): string[] {
  const keys = children(descriptor, ns.metadata, 'KeyDescriptor').filter(
    (key) => (attributeOf(key, 'use') ?? 'signing') === 'signing',
  )
  const texts = keys.flatMap((key) =>
    [...walk(key)].filter((element) => isElement(element, ns.signature, 'X509Certificate')).map(textOf),
  )
  return [...new Set(texts.map((text) => toPem(text)))].slice(0, 10)
}

function locationOf(descriptor: XmlElement, service: string, binding: keyof typeof bindings): string {
  const found = children(descriptor, ns.metadata, service).find(
    (element) => attributeOf(element, 'Binding') === bindings[binding],
  )
  return attributeOf(found, 'Location') ?? ''
}
