// E11: answers that must not be believed, each made from a good one by the change that the attack needs. The good one is
// accepted first, so that a refusal is the attack's and not a mistake of the test.
// One engine is enough: a forgery is refused by its signature and its words, before a row is looked at.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { locationOf, SsoBrowser } from '../../../../../tests/support/saml-browser.ts'
import {
  cutOut,
  makeAssertion,
  makeResponse,
  sign,
  type AnswerFacts,
} from '../../../../../tests/support/saml-forge.ts'
import { makeOwnKey, type OwnKey } from './certificates.ts'

const issuer = 'urn:test:idp'
let app: TestApp
let key: OwnKey
let otherKey: OwnKey
/** Of a SAML provider that this one knows too. */
let neighbourKey: OwnKey

beforeAll(async () => {
  app = await startTestApp()
  ;[key, otherKey, neighbourKey] = (await Promise.all(
    ['idp', 'attacker', 'neighbour'].map((name) => makeOwnKey(name, new Date())),
  )) as [OwnKey, OwnKey, OwnKey]
  await addProvider('corp', key)
  await addProvider('neighbour', neighbourKey)
})

afterAll(() => app.close())

async function addProvider(name: string, { certificate }: OwnKey, more: object = {}): Promise<void> {
  const body = {
    name,
    idpEntityId: issuer,
    loginUrl: 'https://idp.example/sso',
    certificates: [certificate],
    ...more,
  }
  const reply = await app.fetch('/ui/api/v1/saml', json('POST', body))
  expect(reply.status).toBe(201)
}

/** A browser that went to the provider, and what a good answer to it holds. */
async function begin(provider = 'corp'): Promise<{ browser: SsoBrowser; facts: AnswerFacts }> {
  const browser = new SsoBrowser(app)
  const begun = await browser.visit(`/ui/api/v1/auth/saml/loginRequest/${provider}`)
  const encoded = new URL(locationOf(begun)).searchParams.get('SAMLRequest') ?? ''
  const request = inflateRawSync(Buffer.from(encoded, 'base64')).toString()
  const inResponseTo = / ID="([^"]+)"/.exec(request)?.[1] ?? ''
  const acsUrl = /AssertionConsumerServiceURL="([^"]+)"/.exec(request)?.[1] ?? ''
  const audience = /<saml:Issuer[^>]*>([^<]+)</.exec(request)?.[1] ?? ''
  return { browser, facts: { acsUrl, audience, inResponseTo, issuer } }
}

const good = (facts: AnswerFacts, by = key) => sign(makeResponse(facts, makeAssertion(facts)), by)

const post = (browser: SsoBrowser, { acsUrl }: AnswerFacts, xml: string) =>
  browser.submit(acsUrl, { SAMLResponse: Buffer.from(xml).toString('base64') })

async function expectAccepted(browser: SsoBrowser, facts: AnswerFacts, xml: string): Promise<void> {
  const answered = await post(browser, facts, xml)
  expect(locationOf(answered)).toContain('/finish/')
  expect(locationOf(await browser.visit(locationOf(answered)))).toBe('/ui/login/sso/saml')
}

/** Returns why. */
async function expectRefused(browser: SsoBrowser, facts: AnswerFacts, xml: string): Promise<string> {
  const why = await browser.troubleOf(await post(browser, facts, xml))
  expect(await browser.whoami()).toBeUndefined()
  const noted = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'sign-in.failed')
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  expect(JSON.parse(noted?.detail ?? '{}')).toMatchObject({ realm: 'saml', why })
  return why
}

test.for(['Assertion', 'Response'] as const)(
  'E11: an answer with a signed %s is accepted, once',
  async (element) => {
    const { browser, facts } = await begin()
    const xml = sign(makeResponse(facts, makeAssertion(facts)), key, { element })
    await expectAccepted(browser, facts, xml)
    expect(await browser.whoami()).toBe('mallory')
    expect(await browser.troubleOf(await post(browser, facts, xml))).toContain('was used before')
  },
)

describe('E11: a signature', () => {
  const cases: [string, (facts: AnswerFacts) => string, RegExp][] = [
    ['is missing', (facts) => makeResponse(facts, makeAssertion(facts)), /Invalid signature/],
    ['is another key’s', (facts) => good(facts, otherKey), /Invalid signature/],
    ['is another provider’s of ours', (facts) => good(facts, neighbourKey), /Invalid signature/],
    [
      'uses SHA-1',
      (facts) => sign(makeResponse(facts, makeAssertion(facts)), key, { hash: 'sha1' }),
      /rsa-sha1, which is not taken/,
    ],
    [
      'uses no algorithm',
      (facts) => good(facts).replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'none'),
      /signed with none/,
    ],
    [
      'digests with SHA-1',
      (facts) =>
        good(facts).replace(
          'http://www.w3.org/2001/04/xmlenc#sha256',
          'http://www.w3.org/2000/09/xmldsig#sha1',
        ),
      /signed with sha1/,
    ],
    [
      'uses a secret in place of a key',
      (facts) =>
        good(facts).replace(
          'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
          'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
        ),
      /hmac-sha1, which is not taken/,
    ],
    [
      'covers what was changed afterwards',
      (facts) => good(facts).replace('>mallory<', '>admin<'),
      /Invalid signature/,
    ],
    [
      'has two references',
      (facts) =>
        sign(makeResponse(facts, makeAssertion(facts)), key, { alsoXpath: `//*[local-name(.)='Status']` }),
      /must cover one element/,
    ],
    [
      'transforms by a program',
      (facts) =>
        good(facts).replace(
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/TR/1999/REC-xslt-19991116',
        ),
      /signed with .*xslt/,
    ],
    [
      'covers the whole document by an empty reference',
      (facts) => good(facts).replace(/URI="#[^"]*"/, 'URI=""'),
      /covers another element/,
    ],
    [
      'comes with two SignedInfo',
      (facts) => good(facts).replace(/(<SignedInfo>.*<\/SignedInfo>)/s, '$1$1'),
      /2 SignedInfo/,
    ],
  ]
  test.for(cases)('that %s is refused', async ([, forge, reason]) => {
    const { browser, facts } = await begin()
    expect(await expectRefused(browser, facts, forge(facts))).toMatch(reason)
  })
})

describe('E11: signature wrapping', () => {
  /** The signed original, and a copy without a signature that says admin. */
  const parts = (facts: AnswerFacts, element: 'Assertion' | 'Response') => {
    const signed = sign(makeResponse(facts, makeAssertion({ ...facts, nameId: 'victim' })), key, { element })
    const evil = makeAssertion({ ...facts, nameId: 'admin', assertionId: '_evil' })
    return { signed, evil }
  }
  const withId = (xml: string) => /<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml)?.[1] ?? ''

  const cases: [string, (facts: AnswerFacts) => string][] = [
    [
      'XSW1: the signed response inside the signature of a forged one',
      (facts) => {
        const { signed } = parts(facts, 'Response')
        const [signature, original] = cutOut(signed, 'Signature')
        const forged = original
          .replace(/ID="_response[^"]*"/, 'ID="_evil-response"')
          .replace('>victim<', '>admin<')
        return forged.replace(
          '<samlp:Status>',
          `${signature.replace('</Signature>', `${original}</Signature>`)}<samlp:Status>`,
        )
      },
    ],
    [
      'XSW2: the signed response beside the signature in a forged one',
      (facts) => {
        const { signed } = parts(facts, 'Response')
        const [signature, original] = cutOut(signed, 'Signature')
        const forged = original
          .replace(/ID="_response[^"]*"/, 'ID="_evil-response"')
          .replace('>victim<', '>admin<')
        return forged.replace('<samlp:Status>', `${original}${signature}<samlp:Status>`)
      },
    ],
    [
      'XSW3: a forged assertion before the signed one',
      (facts) => {
        const { signed, evil } = parts(facts, 'Assertion')
        return signed.replace('<saml:Assertion', `${evil}<saml:Assertion`)
      },
    ],
    [
      'a forged assertion after the signed one',
      (facts) => {
        const { signed, evil } = parts(facts, 'Assertion')
        return signed.replace('</samlp:Response>', `${evil}</samlp:Response>`)
      },
    ],
    [
      'XSW4: the signed assertion inside a forged one',
      (facts) => {
        const { signed, evil } = parts(facts, 'Assertion')
        const [original, rest] = cutOut(signed, 'Assertion')
        return rest.replace(
          '</samlp:Response>',
          `${evil.replace('</saml:Assertion>', `${original}</saml:Assertion>`)}</samlp:Response>`,
        )
      },
    ],
    [
      'XSW5: a forged assertion with the signature, the original after it',
      (facts) => {
        const { signed, evil } = parts(facts, 'Assertion')
        const [whole, rest] = cutOut(signed, 'Assertion')
        const [signature, original] = cutOut(whole, 'Signature')
        const forged = evil.replace('<saml:Subject>', `${signature}<saml:Subject>`)
        return rest.replace('</samlp:Response>', `${forged}${original}</samlp:Response>`)
      },
    ],
    [
      'XSW6: a forged assertion with the signature, the original inside that',
      (facts) => {
        const { signed, evil } = parts(facts, 'Assertion')
        const [whole, rest] = cutOut(signed, 'Assertion')
        const [signature, original] = cutOut(whole, 'Signature')
        const forged = evil.replace(
          '<saml:Subject>',
          `${signature.replace('</Signature>', `${original}</Signature>`)}<saml:Subject>`,
        )
        return rest.replace('</samlp:Response>', `${forged}</samlp:Response>`)
      },
    ],
    [
      'XSW7: a forged assertion in Extensions before the signed one',
      (facts) => {
        const { signed, evil } = parts(facts, 'Assertion')
        return signed.replace('<samlp:Status>', `<samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`)
      },
    ],
    [
      'XSW8: the original in an Object of the signature of a forged one',
      (facts) => {
        const { signed, evil } = parts(facts, 'Assertion')
        const [whole, rest] = cutOut(signed, 'Assertion')
        const [signature, original] = cutOut(whole, 'Signature')
        const holder = signature.replace('</Signature>', `<Object>${original}</Object></Signature>`)
        return rest.replace(
          '</samlp:Response>',
          `${evil.replace('<saml:Subject>', `${holder}<saml:Subject>`)}</samlp:Response>`,
        )
      },
    ],
    [
      'two elements with the ID that is signed',
      (facts) => {
        const { signed } = parts(facts, 'Assertion')
        return signed.replace('<samlp:Status>', `<samlp:Status ID="${withId(signed)}">`)
      },
    ],
    [
      'a forged assertion of another namespace',
      (facts) => {
        const { signed, evil } = parts(facts, 'Assertion')
        return signed.replace(
          '<samlp:Status>',
          `${evil.replace('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:evil')}<samlp:Status>`,
        )
      },
    ],
  ]
  test.for(cases)('%s is refused', async ([, forge]) => {
    const { browser, facts } = await begin()
    const why = await expectRefused(browser, facts, forge(facts))
    expect(why).toMatch(
      /one assertion|another response|stands where none|holds more than|same ID|covers another|cannot be trusted/,
    )
  })

  test('what is not signed around a signed assertion is not read', async () => {
    const { browser, facts } = await begin()
    const xml = good({ ...facts, nameId: 'trudy' }).replace(
      '<samlp:Status>',
      '<samlp:Extensions><NameID>admin</NameID></samlp:Extensions><samlp:Status>',
    )
    await expectAccepted(browser, facts, xml)
    expect(await browser.whoami()).toBe('trudy')
  })
})

describe('E11: an assertion', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const cases: [string, (facts: AnswerFacts) => AnswerFacts, RegExp][] = [
    ['for another audience', (facts) => ({ ...facts, audience: 'https://other.example' }), /audience/],
    [
      'for another recipient',
      (facts) => ({ ...facts, recipient: 'https://other.example/acs' }),
      /another address/,
    ],
    [
      'in a response for another destination',
      (facts) => ({ ...facts, destination: 'https://other.example/acs' }),
      /addressed to another place/,
    ],
    [
      'in answer to a request that nobody made',
      (facts) => ({ ...facts, inResponseTo: '_made-up' }),
      /no sign-in that is under way/,
    ],
    [
      'in a response to another request',
      (facts) => ({ ...facts, responseTo: '_made-up' }),
      /different requests/,
    ],
    [
      'that has expired',
      (facts) => ({ ...facts, notBefore: minutes(-10), notOnOrAfter: minutes(-2) }),
      /expired/,
    ],
    ['that is not valid yet', (facts) => ({ ...facts, notBefore: minutes(2) }), /not (yet valid|valid yet)/],
    ['by another issuer', (facts) => ({ ...facts, issuer: 'urn:other:idp' }), /issued by another provider/],
  ]
  test.for(cases)('%s is refused', async ([, change, reason]) => {
    const { browser, facts } = await begin()
    expect(await expectRefused(browser, facts, good(change(facts)))).toMatch(reason)
  })

  test('whose clock is half a minute off is accepted', async () => {
    const { browser, facts } = await begin()
    const xml = good({ ...facts, notBefore: minutes(0.5), notOnOrAfter: minutes(3) })
    await expectAccepted(browser, facts, xml)
    const late = await begin()
    const expired = good({ ...late.facts, notBefore: minutes(-5), notOnOrAfter: minutes(-0.5) })
    await expectAccepted(late.browser, late.facts, expired)
  })

  test('that nobody asked for is refused', async () => {
    const { browser, facts } = await begin()
    const unasked = makeResponse(facts, makeAssertion(facts)).replaceAll(/ InResponseTo="[^"]*"/g, '')
    expect(await expectRefused(browser, facts, sign(unasked, key))).toMatch(/without being asked/)
  })

  test('without limits in time is refused', async () => {
    const { browser, facts } = await begin()
    const endless = makeResponse(facts, makeAssertion(facts)).replaceAll(/ NotOnOrAfter="[^"]*"/g, '')
    expect(await expectRefused(browser, facts, sign(endless, key))).toMatch(
      /until when it holds|NotOnOrAfter/,
    )
  })

  test('with an ID that was used before is refused, also for a new request', async () => {
    const first = await begin()
    await expectAccepted(first.browser, first.facts, good({ ...first.facts, assertionId: '_twice' }))
    const second = await begin()
    const again = good({ ...second.facts, assertionId: '_twice' })
    expect(await expectRefused(second.browser, second.facts, again)).toMatch(/This assertion was used before/)
  })

  test('that answers a request to another provider is refused', async () => {
    const { browser, facts } = await begin('corp')
    const elsewhere = await begin('neighbour')
    const xml = good({ ...elsewhere.facts, inResponseTo: facts.inResponseTo }, neighbourKey)
    const why = await browser.troubleOf(await post(browser, elsewhere.facts, xml))
    expect(why).toMatch(/no sign-in that is under way/)
  })

  test('that another browser fetched signs nobody in', async () => {
    const attacker = await begin()
    const answered = await post(attacker.browser, attacker.facts, good(attacker.facts))
    const victim = (await begin()).browser
    const finished = await victim.visit(locationOf(answered))
    expect(await victim.troubleOf(finished)).toContain('another browser')
    expect(await victim.whoami()).toBeUndefined()
  })

  test('is finished once', async () => {
    const { browser, facts } = await begin()
    const next = locationOf(await post(browser, facts, good(facts)))
    expect(locationOf(await browser.visit(next))).toBe('/ui/login/sso/saml')
    expect(await browser.troubleOf(await browser.visit(next))).toContain('took too long')
    // Neither does the log tell how.
    const log = () => readFileSync(join(app.home, 'log', 'request.log'), 'utf8')
    await expect.poll(log).toContain('/finish/corp?code=***')
    expect(log()).not.toContain(new URL(next, app.url).searchParams.get('code'))
  })

  test('that comes five times at once counts once', async () => {
    const { browser, facts } = await begin()
    const xml = good(facts)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => post(browser, facts, xml)))
    expect(replies.filter((reply) => locationOf(reply).includes('/finish/'))).toHaveLength(1)
  })
})

describe('E11, B13: the text', () => {
  const cases: [string, (facts: AnswerFacts) => string][] = [
    [
      'with a comment in the name',
      (facts) => good({ ...facts, nameId: 'admin' }).replace('>admin<', '>admin<!-- -->.evil.example<'),
    ],
    ['with a comment that was signed', (facts) => good({ ...facts, nameId: 'admin<!---->.evil.example' })],
    ['with CDATA in the name', (facts) => good({ ...facts, nameId: '<![CDATA[admin]]>' })],
    ['with an instruction', (facts) => good(facts).replace('<samlp:Status>', '<?php x?><samlp:Status>')],
    ['with a document type', (facts) => `<!DOCTYPE Response>${good(facts)}`],
    [
      'with an entity that reads a file',
      (facts) =>
        `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${good(facts).replace('>mallory<', '>&x;<')}`,
    ],
    [
      'with entities that grow',
      (facts) =>
        `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>${good(facts).replace('>mallory<', '>&c;<')}`,
    ],
    ['with an entity that is not defined', (facts) => good(facts).replace('>mallory<', '>&x;<')],
    [
      'nested without end',
      (facts) =>
        good(facts).replace(
          '<samlp:Status>',
          `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}<samlp:Status>`,
        ),
    ],
    ['that ends too early', (facts) => good(facts).slice(0, -30)],
    ['that is no response', (facts) => makeAssertion(facts)],
    ['that is no XML', () => 'Response'],
    ['without an assertion', (facts) => makeResponse(facts, '')],
    ['that says the sign-in failed', (facts) => good(facts).replace('status:Success', 'status:Requester')],
  ]
  test.for(cases)('%s is refused', async ([, forge]) => {
    const { browser, facts } = await begin()
    expect(await expectRefused(browser, facts, forge(facts))).not.toBe('')
  })

  test.for([
    ['cut off', (text: string) => text.slice(0, -3)],
    ['with marks that do not belong', (text: string) => `${text.slice(0, 40)}%%%${text.slice(43)}`],
    ['empty', () => ''],
    ['of bytes that are no text', () => Buffer.from([0xff, 0xfe, 0x3c, 0x00]).toString('base64')],
  ] as const)('in base64 %s is refused', async ([, change]) => {
    const { browser, facts } = await begin()
    const encoded = change(Buffer.from(good(facts)).toString('base64'))
    const reply = await browser.submit(facts.acsUrl, { SAMLResponse: encoded })
    expect(await browser.troubleOf(reply)).not.toBe('')
  })

  test('that is larger than any answer is refused', async () => {
    const { browser, facts } = await begin()
    const reply = await browser.submit(facts.acsUrl, { SAMLResponse: 'A'.repeat(500_000) })
    expect(reply.status).toBe(400)
  })
})
