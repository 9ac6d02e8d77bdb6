import { BundleIcon, LockIcon, RemoteIcon } from '../../ui/icons.ts'
import { ServiceTeaser } from './service-teaser.tsx'
import type { Teaser } from './teaser-page.tsx'

export const BundlesTeaser = () => (
  <ServiceTeaser teaser={teaser} service="distribution" page="/release-bundles/source" />
)

const teaser: Teaser = {
  icon: BundleIcon,
  title: 'teasers.bundlesTitle',
  text: 'teasers.bundles',
  points: {
    cards: [
      { icon: BundleIcon, title: 'teasers.together', text: 'teasers.togetherText' },
      { icon: LockIcon, title: 'teasers.signed', text: 'teasers.signedText' },
      { icon: RemoteIcon, title: 'teasers.everywhere', text: 'teasers.everywhereText' },
    ],
  },
}
