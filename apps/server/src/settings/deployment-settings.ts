// The switches of a deployment: which kind of installation this is, and what it offers. Part of the settings in config.ts.
import { featureFlags, serviceNames } from '@bindery/contracts'
import type { Settings } from '../platform/settings/setting.ts'
import * as type from '../platform/settings/types.ts'

const without = featureFlags.map((flag) => `-${flag}` as const)

export const deploymentSettings = {
  cloud: {
    type: type.yesOrNo(),
    default: false,
    sentence:
      'Whether this installation is run by a hosting company: shows what belongs to an account there, such as the subscription.',
    example: 'true',
  },
  tour: {
    type: type.yesOrNo(),
    default: false,
    sentence:
      'Whether this is a demonstration: people who are not administrators see what administration offers instead of the pages themselves.',
    example: 'true',
  },
  tourUrl: {
    type: type.webAddress(),
    sentence:
      'On a demonstration installation: the address that a sign-in leads to, such as a guided tour. Without it, a sign-in leads into the application.',
    example: 'https://tour.example.com/',
  },
  lightweight: {
    type: type.yesOrNo(),
    default: false,
    sentence: 'Whether this is the repository manager alone: people start in the tree of repositories.',
    example: 'true',
  },
  trial: {
    type: type.yesOrNo(),
    default: false,
    sentence: 'Whether this installation is tried out before it is bought.',
    example: 'true',
  },
  freeTier: {
    type: type.yesOrNo(),
    default: false,
    sentence: 'Whether this installation is of a free tier.',
    example: 'true',
  },
  features: {
    type: type.wordList(...featureFlags, ...without),
    default: '',
    sentence:
      'Feature flags to switch on, or off with a minus before the name. Administrators see which are on in the features call.',
    example: 'platformGetStarted,-newSetMeUp',
  },
  servicesOff: {
    type: type.wordList(...serviceNames),
    default: 'pipelines',
    sentence: 'Services that this installation does not offer; their pages say so.',
    example: 'pipelines,mc',
  },
  externalLoginUrl: {
    type: type.webAddress(),
    sentence: 'Where people sign in when it is not here. Whoever is not signed in is led there.',
    example: 'https://login.example.com/start',
  },
  documentationUrl: {
    type: type.webAddress(),
    sentence:
      'Where the documentation of the help menu lies. Without it, the pages that come with the product.',
    example: 'https://docs.example.com',
  },
  trialUrl: {
    type: type.webAddress(),
    sentence: 'Where the teasers of a demonstration lead people who want to try the product.',
    example: 'https://example.com/start-free',
  },
  purchaseUrl: {
    type: type.webAddress(),
    sentence: 'Where a subscription is upgraded, for the message about a used-up quota.',
    example: 'https://example.com/upgrade',
  },
  portalUrl: {
    type: type.webAddress(),
    sentence: 'The account portal of the hosting company, for installations in the cloud.',
    example: 'https://my.example.com',
  },
  portalProvider: {
    type: type.text(40),
    default: '',
    sentence:
      'The name of the hosting company in the address `/ui/user/my-<name>-redirect` that leads to its portal.',
    example: 'acme',
  },
} as const satisfies Settings
