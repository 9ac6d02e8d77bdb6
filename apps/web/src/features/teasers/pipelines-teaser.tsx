import { PipelinesIcon } from '../../ui/icons.ts'
import { ServiceTeaser } from './service-teaser.tsx'
import type { Teaser } from './teaser-page.tsx'

export const PipelinesTeaser = () => <ServiceTeaser teaser={teaser} service="pipelines" />

const teaser: Teaser = {
  icon: PipelinesIcon,
  title: 'teasers.pipelinesTitle',
  text: 'teasers.pipelines',
  points: { bullets: ['teasers.pipelinesPublish', 'teasers.pipelinesTokens', 'teasers.pipelinesProperties'] },
}
