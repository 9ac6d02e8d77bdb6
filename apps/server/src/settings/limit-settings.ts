// How much is taken, and how much is written about it. Part of the settings in config.ts.
import type { Settings } from '../platform/settings/setting.ts'
import * as type from '../platform/settings/types.ts'

export const limitSettings = {
  maxUploadSize: {
    type: type.byteSize(),
    default: '10 GiB',
    sentence: 'The largest file that may be uploaded.',
    example: '2 GiB',
  },
  maxMetadataSize: {
    type: type.byteSize(),
    default: '16 MiB',
    sentence:
      'The largest description that a client may send along with a package, such as the manifest of an npm publish.',
    example: '32 MiB',
  },
  maxBuildInfoSize: {
    type: type.byteSize(),
    default: '64 MiB',
    sentence: 'The largest build-info that a build tool may publish.',
    example: '128 MiB',
  },
  maxJsonBody: {
    type: type.byteSize(),
    default: '1 MiB',
    sentence: 'The largest body of any other call that sends JSON.',
    example: '2 MiB',
  },
  maxLiveStreams: {
    type: type.wholeNumber(0, 1_000_000),
    default: 5000,
    sentence:
      'How many browsers may follow what happens at the same time, on this process. The others ask again now and then.',
    example: '20000',
  },
  followWindow: {
    type: type.duration(),
    default: '5 min',
    sentence:
      'For how long what happens to a followed place is gathered before the followers get a letter about it: one for each place, however much it was.',
    example: '1 h',
  },
  transferQuota: {
    type: type.byteSize(),
    sentence:
      'How much clients may fetch in a calendar month before everybody is told that the quota is used up. Nothing is refused for it. Without it there is no limit.',
    example: '500 GB',
  },
  logLevel: {
    type: type.oneOf('debug', 'info', 'warn', 'error'),
    default: 'info',
    sentence: 'The least important lines that are written to the logs.',
    example: 'debug',
  },
  logConsole: {
    type: type.oneOf('pretty', 'json', 'off'),
    default: 'pretty',
    sentence: 'How log lines appear on the console: for people, for machines, or not at all.',
    example: 'json',
  },
  logMaxSize: {
    type: type.byteSize(),
    default: '10 MiB',
    sentence: 'The size at which a log file is put aside and a new one is begun.',
    example: '50 MiB',
  },
  logMaxFiles: {
    type: type.wholeNumber(1, 1000),
    default: 5,
    sentence: 'How many log files are kept for each service, the current one included.',
    example: '10',
  },
} as const satisfies Settings
