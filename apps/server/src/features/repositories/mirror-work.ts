// What keeps mirrors the same: a job for each, and a listener that notes what changed.
import { followedEvents, followEvent } from '../../registry/mirrors/follow.ts'
import { runMirror } from '../../registry/mirrors/job.ts'
import { mirrorJob } from '../../registry/mirrors/state.ts'
import type { Feature } from '../feature.ts'

export const mirrorWork = {
  jobs: { [mirrorJob]: ({ registry }, payload, context) => runMirror(registry, payload, context) },
  listeners: ({ registry }) => ({
    mirrors: { kinds: followedEvents, handle: (event) => followEvent(registry, event) },
  }),
  start({ installation, registry }) {
    registry.mirrors.installation = installation.id
  },
  async stop({ registry }) {
    registry.mirrors.close()
  },
} satisfies Partial<Feature>
