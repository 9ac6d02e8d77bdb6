// Uploads in parts, for large files and for connections that break.
import type { Feature } from '../feature.ts'
import { expireUploads } from './expire.ts'
import { finishJob, finishUpload } from './finish.ts'
import { endpoints } from './routes.ts'

const expireJob = 'expire-uploads'

export const uploads: Feature = {
  name: 'uploads',
  endpoints,
  jobs: {
    [finishJob]: finishUpload,
    [expireJob]: expireUploads,
  },
  schedules: { [expireJob]: { everyMinutes: 60 } },
}
