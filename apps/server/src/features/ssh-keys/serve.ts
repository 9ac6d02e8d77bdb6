// Opens the SSH port. Loaded when one is set, with the library that speaks the protocol.
import type { SshServer } from '@bindery/contracts'
import { listenSsh } from '../../platform/ssh/listen.ts'
import type { Services } from '../feature.ts'
import { runCommand } from './commands.ts'
import { findHostKey } from './host-key.ts'
import { beginSignIn } from './sign-in.ts'

export interface ServedSsh {
  server: SshServer
  close(): Promise<void>
}

export interface SshSettings {
  host: string
  port: number
  /** In milliseconds, as the next. */
  timeout: number
  shutdownTimeout: number
  maxConnections: number
}

/** `url` is where the same process answers HTTP. */
export async function serveSsh(settings: SshSettings, services: Services, url: string): Promise<ServedSsh> {
  const { access, log } = services
  const { privateKey, fingerprint } = await findHostKey(access)
  const listening = await listenSsh({
    ...settings,
    hostKey: privateKey,
    log,
    signIn: (address) => beginSignIn(access, address),
    run: (key, command, caller) =>
      runCommand(services, key, command, {
        ...caller,
        href: `${services.baseUrl?.replace(/\/+$/, '') ?? addressFor(url, caller.localAddress)}/artifactory/`,
      }),
  })
  const { port } = listening
  log.info('SSH keys are taken', { port, hostKey: fingerprint })
  if (services.baseUrl === undefined)
    log.warn('Set the base URL: without it, clients that sign in by SSH are sent to the address they came by')
  return { server: { port, fingerprint }, close: () => listening.close(settings.shutdownTimeout) }
}

/** Our own address as the caller reached it, on the port of HTTP. */
function addressFor(url: string, localAddress: string): string {
  const found = new URL(url)
  const plain = localAddress.replace(/^::ffff:/, '')
  found.hostname = plain.includes(':') ? `[${plain}]` : plain
  return found.origin
}
