// Uploads in parts, for large files and for connections that break.
import { uploads as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { expireUploads } from './expire.ts'
import { finishJob, finishUpload } from './finish.ts'

const expireJob = 'expire-uploads'

export const uploads: Feature = {
  name: 'uploads',
  endpoints: later([contract], () => import('./routes.ts')),
  jobs: {
    [finishJob]: finishUpload,
    [expireJob]: expireUploads,
  },
  schedules: { [expireJob]: { everyMinutes: 60 } },
}
