import { deliverLetter } from '../../platform/mail/deliver.ts'
import { letterJob, openLetter } from '../../platform/mail/letters.ts'
import type { Feature, Services } from '../feature.ts'
import { mailServer } from '../../platform/mail/settings.ts'
import { mailPart } from './configuration.ts'
import { endpoints } from './routes.ts'

export const mail: Feature = {
  name: 'mail',
  endpoints,
  configuration: [mailPart],
  jobs: {
    [letterJob]: ({ access, outbound }: Services, payload: unknown) =>
      deliverLetter({ ...access, policy: outbound.policy }, openLetter(access.vault, payload)),
  },
  settingStates: {
    '/admin/configuration/mail': async ({ access }) => (await access.live.get(mailServer)).isEnabled,
  },
}
