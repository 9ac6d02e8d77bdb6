// What the installation is called and where it is, in the configuration document.
import { GeneralSettings } from '@bindery/contracts'
import { generalSettings } from '../../platform/installation/installation.ts'
import { text } from '../../registry/config/member.ts'
import type { ConfigurationPart } from '../feature.ts'
import { saveSettings } from './settings.ts'

const part = (element: string, setting: 'serverName' | 'footerMessage' | 'baseUrl'): ConfigurationPart => ({
  path: [element],
  async describe(services) {
    return setting === 'baseUrl' ? (services.baseUrl ?? '') : (await generalSettings(services))[setting]
  },
  async merge(services, by, given) {
    const value = given === null ? '' : text().read(given, element)
    const settings = { ...(await generalSettings(services)), [setting]: value }
    const wanted = GeneralSettings.parse(settings)
    await saveSettings(services, by, wanted)
    return undefined
  },
})

export const generalParts = [
  part('serverName', 'serverName'),
  part('urlBase', 'baseUrl'),
  part('footer', 'footerMessage'),
]
