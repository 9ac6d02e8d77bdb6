// A SAML identity provider on loopback, by a library that others run in production: it reads our request, signs the
// person in without asking, and answers with a form that a browser would send on.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { makeOwnKey, type OwnKey } from '../../apps/server/src/features/saml/certificates.ts'

export interface SamlPerson {
  nameId: string
  nameIdFormat?: string
  attributes: Record<string, string | string[]>
}

export interface SamlIdp {
  url: string
  loginUrl: string
  logoutUrl: string
  metadataUrl: string
  key: OwnKey
  /** Who is signed in there. */
  person: SamlPerson
  /** Beyond what the library does by itself: signatures of the response, encryption, and so on. */
  options: Record<string, unknown>
  close(): Promise<void>
}

type Middleware = (request: object, response: object, next: (error?: Error) => void) => void
interface Library {
  auth(options: object): Middleware
  metadata(options: object): Middleware
}

const samlp = createRequire(import.meta.url)('samlp') as Library

export const idpEntityId = 'urn:test:idp'

export async function startSamlIdp(): Promise<SamlIdp> {
  const key = await makeOwnKey('test-idp', new Date())
  const server = createServer((request, response) => serve(idp, request, response))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp: SamlIdp = {
    url,
    loginUrl: `${url}/login`,
    logoutUrl: `${url}/logout`,
    metadataUrl: `${url}/metadata`,
    key,
    person: { nameId: 'ada', attributes: {} },
    options: {},
    close: () => new Promise((done) => void server.close(() => done())),
  }
  return idp
}

function serve(idp: SamlIdp, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', idp.url)
  const common = { issuer: idpEntityId, cert: idp.key.certificate, key: idp.key.privateKey }
  const answers: Record<string, (acsUrl: string) => Middleware> = {
    '/metadata': () =>
      samlp.metadata({
        ...common,
        redirectEndpointPath: '/login',
        postEndpointPath: '/login',
        logoutEndpointPaths: { redirect: '/logout' },
      }),
    '/login': (acsUrl) =>
      samlp.auth({
        ...common,
        lifetimeInSeconds: 300,
        sessionIndex: `session-of-${idp.person.nameId}`,
        includeAttributeNameFormat: true,
        getUserFromRequest: () => idp.person,
        getPostURL: (...[, , , done]: [string, object, object, (error: null, url: string) => void]) =>
          done(null, acsUrl),
        // The library would address its answer to our entity id.
        destination: acsUrl,
        recipient: acsUrl,
        profileMapper: (person: SamlPerson) => ({
          metadata: [],
          getClaims: () => person.attributes,
          getNameIdentifier: () => ({
            nameIdentifier: person.nameId,
            nameIdentifierFormat:
              person.nameIdFormat ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
          }),
        }),
        ...idp.options,
      }),
  }
  const answer = answers[url.pathname]
  if (!answer) return void response.writeHead(404).end()
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    const asExpress = {
      method: request.method,
      query: Object.fromEntries(url.searchParams),
      body,
      headers: request.headers,
      originalUrl: request.url,
      protocol: 'http',
      get: (name: string) => request.headers[name.toLowerCase()],
    }
    const reply = {
      set: (name: string, value: string) => void response.setHeader(name, value),
      send: (text: string) => void response.end(text),
    }
    const acsUrl = acsUrlOf(asExpress.query['SAMLRequest'] ?? body['SAMLRequest'] ?? '')
    answer(acsUrl)(asExpress, reply, (error) => void response.writeHead(500).end(error?.message))
  })
}

function acsUrlOf(request: string): string {
  const bytes = Buffer.from(request, 'base64')
  const xml =
    bytes[0] === 0x3c ? bytes.toString() : bytes.length === 0 ? '' : inflateRawSync(bytes).toString()
  return /AssertionConsumerServiceURL="([^"]*)"/.exec(xml)?.[1] ?? ''
}
