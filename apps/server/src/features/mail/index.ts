import { mail as contract } from '@bindery/contracts'
import { deliverLetter } from '../../platform/mail/deliver.ts'
import { letterJob, openLetter } from '../../platform/mail/letters.ts'
import { later, type Feature, type Services } from '../feature.ts'
import { mailServer } from '../../platform/mail/settings.ts'

export const mail: Feature = {
  name: 'mail',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => [(await import('./configuration.ts')).mailPart],
  jobs: {
    [letterJob]: ({ access, outbound }: Services, payload: unknown) =>
      deliverLetter({ ...access, policy: outbound.policy }, openLetter(access.vault, payload)),
  },
  settingStates: {
    '/admin/configuration/mail': async ({ access }) => (await access.live.get(mailServer)).isEnabled,
  },
}
