// Who comes in, and where a new installation begins. Part of the settings in config.ts.
import type { Settings } from '../platform/settings/setting.ts'
import * as type from '../platform/settings/types.ts'

export const peopleSettings = {
  adminPassword: {
    type: type.text(1024),
    sentence:
      'The password that the first start gives to `admin`. Without it, a random one is printed once and must be changed at the first sign-in. Later starts ignore it.',
    example: 'correct-horse-battery-staple',
    isSecret: true,
  },
  anonymousAccess: {
    type: type.yesOrNo(),
    default: false,
    sentence:
      'Whether people who did not sign in may read. Where a new installation begins; later the security settings say.',
    example: 'true',
  },
  sessionIdleMinutes: {
    type: type.wholeNumber(1, 100_000),
    default: 60,
    sentence:
      'After how many minutes without a request a browser session ends. Where a new installation begins; later the security settings say.',
    example: '30',
  },
  sessionHours: {
    type: type.wholeNumber(1, 100_000),
    default: 12,
    sentence:
      'After how many hours a browser session ends in any case. Where a new installation begins; later the security settings say.',
    example: '8',
  },
  rememberMeDays: {
    type: type.wholeNumber(0, 3650),
    default: 14,
    sentence:
      'How many days a browser stays signed in after "Remember me". 0 takes the choice away. Where a new installation begins; later the security settings say.',
    example: '30',
  },
  serverName: {
    type: type.text(100),
    default: '',
    sentence:
      'The name of this installation, shown in the title of the browser window. Where a new installation begins; later the general settings say.',
    example: 'Team repository',
  },
  licenseIssuer: {
    type: type.publicKey(),
    sentence:
      'The public key of an issuer whose licence keys are taken beside those of the project, for trying out editions.',
    example: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  },
  contactMail: {
    type: type.text(256),
    sentence:
      'The e-mail address that requests of the contact form are sent to, by the mail server of the settings. Without it and `contactUrl` they are only kept.',
    example: 'desk@example.com',
  },
  contactUrl: {
    type: type.webAddress(),
    sentence: 'The address that requests of the contact form are posted to as JSON, instead of being mailed.',
    example: 'https://desk.example.com/requests',
  },
} as const satisfies Settings
