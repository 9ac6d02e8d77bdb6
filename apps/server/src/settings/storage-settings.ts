// What is kept, and where. Part of the settings in config.ts.
import type { Settings } from '../platform/settings/setting.ts'
import * as type from '../platform/settings/types.ts'

export const storageSettings = {
  home: {
    type: type.path(),
    default: './data',
    sentence: 'The data folder: database, files, logs. Back it up as a whole.',
    example: '/var/lib/bindery',
    isPath: true,
  },
  databaseUrl: {
    type: type.postgresAddress(),
    sentence:
      'The PostgreSQL database to use. Without it, an embedded SQLite database in the data folder is used.',
    example: 'postgresql://bindery:password@db.example.com:5432/bindery',
    isSecret: true,
  },
  masterKey: {
    type: type.hexKey(32),
    sentence:
      'The key under which passwords of other servers are stored. Without it, the first start makes one in `etc/master.key` of the data folder. Several processes on one database need the same.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    isSecret: true,
  },
  nodeId: {
    type: type.text(100),
    sentence:
      'The name of this process among several on one database. Without it, a name is made at the first start and kept in the data folder.',
    example: 'node-1',
  },
} as const satisfies Settings
