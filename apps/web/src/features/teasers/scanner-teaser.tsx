import { SecurityIcon } from '../../ui/icons.ts'
import { policiesPage, scannerLicenses } from './scanner-licenses.ts'
import { ServiceTeaser } from './service-teaser.tsx'
import type { Teaser } from './teaser-page.tsx'

export const ScannerTeaser = () => (
  <ServiceTeaser teaser={teaser} service="xray" page={policiesPage} licenseTypes={scannerLicenses} />
)

const teaser: Teaser = {
  icon: SecurityIcon,
  title: 'teasers.scanningTitle',
  text: 'teasers.scanning',
  points: { bullets: ['teasers.scanningFind', 'teasers.scanningPolicies', 'teasers.scanningLicenses'] },
}
