// Following: people say which repositories, folders, files and packages they want to hear of, and are told in the web
// application and by letter when others change something there; gathered for some minutes, never file by file.
import { follows as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { listenFor } from './hear.ts'
import { tellFollowers, tellJob } from './tell.ts'

export const follows: Feature = {
  name: 'follows',
  endpoints: later([contract], () => import('./routes.ts')),
  jobs: { [tellJob]: tellFollowers },
  listeners: (services) => ({ follows: listenFor(services) }),
}
