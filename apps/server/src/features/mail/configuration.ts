// The mail server in the configuration document.
import { GivenMailSettings } from '@bindery/contracts'
import { mailServer, MailServer } from '../../platform/mail/settings.ts'
import { readElement } from '../../registry/config/elements.ts'
import { flag, integer, text } from '../../registry/config/member.ts'
import type { ConfigurationPart } from '../feature.ts'
import { saveSettings } from './mail.ts'

const members = {
  enabled: flag(),
  host: text(),
  port: integer(587, 1, 65_535),
  username: text(),
  password: text(),
  from: text(),
  subjectPrefix: text(),
  ssl: flag(),
  tls: flag(),
  artifactoryUrl: text(),
}

export const mailPart: ConfigurationPart = {
  path: ['mailServer'],
  async describe({ access }) {
    const server = await access.live.get(mailServer)
    if (server.host === '') return undefined
    const { isEnabled, host, port, security } = server
    const given = {
      username: server.user,
      from: server.from,
      subjectPrefix: server.subjectPrefix,
      artifactoryUrl: server.baseUrl,
    }
    // Clients tell what is empty from what is not there.
    const said = Object.entries(given).filter(([, value]) => value !== '')
    const ways = { tls: security === 'starttls', ssl: security === 'tls' }
    return { enabled: isEnabled, host, port, ...Object.fromEntries(said), ...ways }
  },
  async merge(services, by, given) {
    if (given === null) {
      await saveSettings(services, by, MailServer.parse({}))
      return undefined
    }
    const { password: _, ...before } = await services.access.live.get(mailServer)
    const { values, rest } = readElement('mailServer', given, members)
    const { enabled, username, artifactoryUrl, ssl, tls, ...same } = values
    const isSecure = {
      ssl: before.security === 'tls',
      tls: before.security === 'starttls',
      ...defined({ ssl, tls }),
    }
    const wanted = GivenMailSettings.parse({
      ...before,
      security: isSecure.ssl ? 'tls' : isSecure.tls ? 'starttls' : 'none',
      ...same,
      ...defined({ isEnabled: enabled, user: username, baseUrl: artifactoryUrl }),
    })
    await saveSettings(services, by, wanted)
    return rest
  },
}

/** What was not given must not hide what is there. */
const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
