// How each client is pointed at a repository and told who one is.
import type { ClientGuide } from '../../registry/format.ts'

const npmrc = { file: '~/.npmrc', lines: ['registry={url}', '//{address}:_authToken={token}'] }

export const guide: ClientGuide[] = [
  {
    client: 'npm',
    settings: npmrc,
    check: ['npm ping', 'npm whoami'],
    install: ['npm install <package>'],
    publish: ['npm publish'],
  },
  {
    client: 'yarn',
    settings: {
      file: '~/.yarnrc.yml',
      lines: ['npmRegistryServer: "{url}"', 'npmAlwaysAuth: true', 'npmAuthToken: "{token}"'],
    },
    check: ['yarn npm whoami'],
    install: ['yarn add <package>'],
    publish: ['yarn npm publish'],
  },
  {
    client: 'pnpm',
    settings: npmrc,
    check: ['pnpm ping', 'pnpm whoami'],
    install: ['pnpm add <package>'],
    publish: ['pnpm publish'],
  },
  {
    client: 'bun',
    settings: {
      file: '~/.bunfig.toml',
      lines: ['[install]', 'registry = { url = "{url}", token = "{token}" }'],
    },
    check: ['bun pm whoami'],
    install: ['bun add <package>'],
    publish: ['bun publish'],
  },
]
