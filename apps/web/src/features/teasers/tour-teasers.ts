// What visitors of a demonstration read about administration. Titles are prescribed, the rest is ours.
import {
  AuthenticationIcon,
  DirectoryIcon,
  EnvironmentIcon,
  IdentityIcon,
  LicenseIcon,
  LockIcon,
  MailIcon,
  MonitoringIcon,
  PlatformIcon,
  ProjectIcon,
  QuotaIcon,
  SecurityIcon,
  UserIcon,
} from '../../ui/icons.ts'
import type { Teaser } from './teaser-page.tsx'
import type { TourPath } from './tour-paths.ts'

export const tourTeasers: Record<TourPath, Teaser> = {
  '/admin/projects/list': {
    icon: ProjectIcon,
    title: 'spec.teaserProjects',
    text: 'teasers.projects',
    points: {
      cards: [
        { icon: QuotaIcon, title: 'teasers.quotas', text: 'teasers.quotasText' },
        { icon: UserIcon, title: 'teasers.delegation', text: 'teasers.delegationText' },
        { icon: LockIcon, title: 'teasers.isolation', text: 'teasers.isolationText' },
      ],
    },
  },
  '/admin/environments': {
    icon: EnvironmentIcon,
    title: 'spec.teaserEnvironments',
    text: 'teasers.environments',
    points: {
      bullets: ['teasers.environmentsOwn', 'teasers.environmentsRoles', 'teasers.environmentsPlace'],
    },
  },
  '/admin/management/users': {
    icon: UserIcon,
    title: 'spec.teaserUsers',
    text: 'teasers.users',
    points: {
      bullets: [
        'teasers.usersInvite',
        'teasers.usersGroups',
        'teasers.usersPermissions',
        'teasers.usersTokens',
      ],
    },
  },
  '/admin/configuration/security/ldap': {
    icon: AuthenticationIcon,
    title: 'spec.teaserAuthentication',
    text: 'teasers.authentication',
    points: {
      cards: [
        { icon: DirectoryIcon, title: 'teasers.directories', text: 'teasers.directoriesText' },
        { icon: AuthenticationIcon, title: 'teasers.signOn', text: 'teasers.signOnText' },
        { icon: SecurityIcon, title: 'teasers.secondFactor', text: 'teasers.secondFactorText' },
      ],
    },
  },
  '/admin/configuration/security/general': {
    icon: SecurityIcon,
    title: 'spec.teaserSecurity',
    text: 'teasers.security',
    points: {
      bullets: [
        'teasers.securityPasswords',
        'teasers.securityLock',
        'teasers.securityAnonymous',
        'teasers.securityAudit',
      ],
    },
  },
  '/admin/configuration/general': {
    icon: PlatformIcon,
    title: 'spec.teaserManagement',
    text: 'teasers.management',
    points: {
      cards: [
        { icon: IdentityIcon, title: 'teasers.identity', text: 'teasers.identityText' },
        { icon: MailIcon, title: 'teasers.connections', text: 'teasers.connectionsText' },
        { icon: LicenseIcon, title: 'teasers.licenses', text: 'teasers.licensesText' },
      ],
    },
  },
  '/admin/monitoring/storage-summary': {
    icon: MonitoringIcon,
    title: 'spec.teaserMonitoring',
    text: 'teasers.monitoring',
    points: { bullets: ['teasers.monitoringSpace', 'teasers.monitoringServices', 'teasers.monitoringLogs'] },
  },
}
