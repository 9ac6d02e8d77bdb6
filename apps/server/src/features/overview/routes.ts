import { overview } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { readActivity } from './activity.ts'
import { countArtifacts, countDownloads } from './counts.ts'

export const endpoints = implement(overview, {
  artifactCount: {
    allow: 'browse',
    handle: async ({ actor }, services) => ({
      widgetData: { artifactCount: await countArtifacts(services, actor) },
    }),
  },
  activity: { allow: 'browse', handle: ({ actor }, services) => readActivity(services, actor) },
  downloads: { allow: 'browse', handle: ({ actor }, services) => countDownloads(services, actor) },
})
