import { MonitoringIcon, RepositoryIcon, TopologyIcon } from '../../ui/icons.ts'
import { ServiceTeaser } from './service-teaser.tsx'
import type { Teaser } from './teaser-page.tsx'

export const TopologyTeaser = () => (
  <ServiceTeaser teaser={teaser} service="mc" page="/admin/mission_control/topology" />
)

const teaser: Teaser = {
  icon: TopologyIcon,
  title: 'teasers.topologyTitle',
  text: 'teasers.topology',
  points: {
    cards: [
      { icon: RepositoryIcon, title: 'teasers.deployments', text: 'teasers.deploymentsText' },
      { icon: MonitoringIcon, title: 'teasers.health', text: 'teasers.healthText' },
    ],
  },
}
