// How each client is pointed at a repository and told who one is, and what to look at when that does not work.
import type { ClientGuide } from '../../registry/format.ts'

const npmrc = { file: '~/.npmrc', lines: ['registry={url}', '//{address}:_authToken={token}'] }

/** npm and pnpm read the same file and take the same words. */
const npmrcTroubles = (client: string): ClientGuide['troubles'] => [
  { cause: 'address', lines: [`${client} config get registry`, `${client} config set registry {url}`] },
  { cause: 'token', lines: [`${client} whoami`, `${client} config set "//{address}:_authToken" {token}`] },
  { cause: 'right', lines: [`${client} view <package> --registry {url}`] },
  {
    cause: 'certificate',
    lines: [`NODE_EXTRA_CA_CERTS=<file.pem> ${client} ping`, `${client} config set cafile <file.pem>`],
  },
  {
    cause: 'proxy',
    lines: [
      `${client} config get https-proxy`,
      `${client} config delete https-proxy`,
      `${client} config set noproxy {host}`,
    ],
  },
  { cause: 'details', lines: [`${client} ping --loglevel http`] },
]

export const guide: ClientGuide[] = [
  {
    client: 'npm',
    settings: npmrc,
    check: ['npm ping', 'npm whoami'],
    install: ['npm install <package>'],
    publish: ['npm publish'],
    troubles: npmrcTroubles('npm'),
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
    troubles: [
      { cause: 'address', lines: ['yarn config get npmRegistryServer'] },
      { cause: 'token', lines: ['yarn npm whoami'] },
      { cause: 'right', lines: ['yarn npm info <package>'] },
      { cause: 'certificate', lines: ['yarn config set --home httpsCaFilePath <file.pem>'] },
      { cause: 'proxy', lines: ['yarn config get httpsProxy', 'yarn config unset --home httpsProxy'] },
    ],
  },
  {
    client: 'pnpm',
    settings: npmrc,
    check: ['pnpm ping', 'pnpm whoami'],
    install: ['pnpm add <package>'],
    publish: ['pnpm publish'],
    troubles: npmrcTroubles('pnpm'),
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
    troubles: [
      { cause: 'address', lines: ['cat ~/.bunfig.toml bunfig.toml .npmrc'] },
      { cause: 'token', lines: ['bun pm whoami'] },
      { cause: 'certificate', lines: ['export NODE_EXTRA_CA_CERTS=<file.pem>'] },
      { cause: 'proxy', lines: ['env | grep -i _proxy', 'export NO_PROXY={host}'] },
      { cause: 'details', lines: ['bun add <package> --verbose'] },
    ],
  },
]
