import { generalSettings } from '@bindery/contracts'
import { readBody } from '../../platform/http/body.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { blockedUsages } from '../../platform/installation/transfers.ts'
import { implement } from '../feature.ts'
import { announcements } from './announcements.ts'
import { testBaseUrl } from './base-url.ts'
import { largestLogo, logoReply, removeLogo, uploadLogo } from './logo.ts'
import { readState, saveBaseUrl, saveSettings } from './settings.ts'
import { setReadOnly } from './switch.ts'

export const endpoints = implement(generalSettings, {
  get: { allow: 'administer', handle: (_, services) => readState(services) },
  save: { allow: 'administer', handle: (call, services) => saveSettings(services, call, call.body) },
  testBaseUrl: {
    allow: 'administer',
    worksReadOnly: true,
    handle: ({ body }, services) => testBaseUrl(services, body.url),
  },
  whoAnswers: { allow: 'public', handle: (_, { installation }) => ({ id: installation.id }) },
  // Public, because the sign-in page shows them.
  logo: { allow: 'public', handle: (call, services) => logoReply(services, call.raw, 'uploaded') },
  linkedLogo: { allow: 'public', handle: (call, services) => logoReply(services, call.raw, 'linked') },
  uploadLogo: {
    allow: 'administer',
    handle: async (call, services) => {
      await uploadLogo(services, call, await readBody(bodyOf(call.raw), largestLogo))
      return readState(services)
    },
  },
  removeLogo: {
    allow: 'administer',
    handle: async (call, services) => {
      await removeLogo(services, call)
      return readState(services)
    },
  },
  setReadOnly: {
    allow: 'administer',
    // The way back out of the read-only mode.
    worksReadOnly: true,
    handle: async (call, services) => {
      await setReadOnly(services, call, call.body.isReadOnly)
      return readState(services)
    },
  },
  setBaseUrl: {
    allow: 'administer',
    handle: async (call, services) => {
      const address = (await readBody(bodyOf(call.raw), 2_000)).toString('utf8').trim()
      await saveBaseUrl(services, call, address)
      return new PlainReply(text(200, `URL base has been successfully updated to "${address}".`))
    },
  },
  announcements: { allow: 'browse', handle: ({ actor }, services) => announcements(services, actor) },
  blockedUsages: { allow: 'browse', handle: (_, services) => blockedUsages(services) },
})

/** Left open when it is too long, so that the client can read why. */
const bodyOf = (raw: { iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Buffer> }) =>
  raw.iterator({ destroyOnReturn: false })
