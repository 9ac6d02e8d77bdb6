// How this server is reached, and what it reaches. Part of the settings in config.ts.
import type { Settings } from '../platform/settings/setting.ts'
import * as type from '../platform/settings/types.ts'

export const networkSettings = {
  host: {
    type: type.text(255),
    default: '::',
    sentence:
      'The address to listen on. `::` is every address of the machine, IPv4 included; `127.0.0.1` is this machine only.',
    example: '127.0.0.1',
  },
  port: {
    type: type.wholeNumber(0, 65_535),
    default: 8082,
    sentence: 'The port for HTTP. 0 takes any free one and prints it.',
    example: '9000',
  },
  httpsPort: {
    type: type.wholeNumber(0, 65_535),
    sentence: 'The port for HTTPS, beside HTTP. Needs `httpsCertificate` and `httpsKey`.',
    example: '8443',
  },
  httpsCertificate: {
    type: type.path(),
    sentence:
      'The certificate for HTTPS as a PEM file, with its chain. A changed file is taken up without a restart.',
    example: '/etc/bindery/certificate.pem',
    isPath: true,
  },
  httpsKey: {
    type: type.path(),
    sentence: 'The private key of the certificate as a PEM file.',
    example: '/etc/bindery/key.pem',
    isPath: true,
  },
  sshPort: {
    type: type.wholeNumber(0, 65_535),
    sentence:
      'The port for signing in with SSH keys, as `jf` does; Artifactory’s is 1339. It gives out access tokens and nothing else: no shell, no files. Without it, SSH is off.',
    example: '1339',
  },
  sshHost: {
    type: type.text(255),
    sentence: 'The address to listen on for SSH, when it is not that of `host`.',
    example: '10.0.0.5',
  },
  sshTimeout: {
    type: type.duration(),
    default: '30 s',
    sentence:
      'How long an SSH connection may take to sign in, and may then stay without asking for anything.',
    example: '10 s',
  },
  maxSshConnections: {
    type: type.wholeNumber(2, 10_000),
    default: 100,
    sentence:
      'How many SSH connections may be open at a time; those from one address that have not signed in yet, half as many.',
    example: '500',
  },
  exportFolder: {
    type: type.path(),
    sentence:
      'The folder below which administrators may have whole exports of the installation written, over Artifactory’s API. Without it, none is.',
    example: '/var/backups/bindery',
    isPath: true,
  },
  baseUrl: {
    type: type.webAddress(),
    sentence:
      'The address under which people and clients reach this installation, for links in documents. The general settings may say another one. Without any, the address of each request is used.',
    example: 'https://bindery.example.com',
  },
  trustedProxies: {
    type: type.addressList(),
    default: '',
    sentence:
      'The reverse proxies whose `X-Forwarded-For`, `-Proto` and `-Host`, and `X-JFrog-Override-Base-Url`, are believed. From anybody else these headers are ignored.',
    example: '10.0.0.0/8,192.168.1.5',
  },
  accelRedirect: {
    type: type.text(),
    default: '',
    sentence:
      'The address, such as /bindery-blobs/, under which nginx in front serves the folder blobs of the data folder internally. Files larger than 64 kB are then sent by nginx itself (X-Accel-Redirect), for requests that carry the header X-Sendfile-Type. Empty: never.',
    example: '/bindery-blobs/',
  },
  requestHeaderTimeout: {
    type: type.duration(),
    default: '30 s',
    sentence: 'How long a client may take to send the headers of a request.',
    example: '10 s',
  },
  shutdownTimeout: {
    type: type.duration(),
    default: '30 s',
    sentence: 'How long a stop waits for running requests and jobs.',
    example: '2 min',
  },
  outboundAllow: {
    type: type.addressList(),
    default: '',
    sentence:
      'Addresses and networks that this server may connect to although they are internal to the machine (loopback, link-local, metadata services), such as an identity provider on the same machine.',
    example: '127.0.0.1',
  },
  upstreamMirrors: {
    type: type.addressesByWord(),
    default: '',
    sentence:
      'The addresses that new remote repositories begin with in place of the public registries, by package type: for an installation that reaches only a mirror of its own. The default repositories of the first start use them, too.',
    example: 'npm=https://mirror.example.com/npm/,pypi=https://mirror.example.com/pypi/',
  },
} as const satisfies Settings
