import { letterJob, openLetter } from '../../platform/mail/letters.ts'
import type { Feature, Services } from '../feature.ts'
import { deliver } from './mail.ts'
import { endpoints } from './routes.ts'

export const mail: Feature = {
  name: 'mail',
  endpoints,
  jobs: {
    [letterJob]: (services: Services, payload: unknown) =>
      deliver(services, openLetter(services.access.vault, payload)),
  },
}
